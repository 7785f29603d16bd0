//! Links CaDiCaL.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=cadical");
    println!("cargo:rustc-link-lib=stdc++");
}
