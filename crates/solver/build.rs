//! Links CaDiCaL, which bitwuzla-sys leaves to the depending crate.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-lib=static=cadical");
}
