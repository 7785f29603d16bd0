//! What clang makes of the test programs is kept in `target/cases`, as long as nothing changes that
//! it depends on.

use sheaf::load::Request;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The compiler and how it is called.
static RECIPE: LazyLock<Option<String>> = LazyLock::new(|| sheaf_llvm::compile::recipe().ok());

/// The file for a program without headers of its own; `None` if none can be kept.
pub fn file(text: &str, request: &Request) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/cases");
    std::fs::create_dir_all(&folder).ok()?;
    let mut hasher = DefaultHasher::new();
    (text, format!("{request:?}"), RECIPE.as_ref()?).hash(&mut hasher);
    Some(folder.join(format!("{:016x}", hasher.finish())))
}
