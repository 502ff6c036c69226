//! How large the stack of the module is, and what it exports. Elsewhere the command line works in a thread whose stack it
//! chooses itself.

/// Bytes of stack: what is nested deeply is refused by the limits of documents long before.
const STACK: usize = 64 << 20;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family.contains("wasm")) {
        println!("cargo:rustc-link-arg-bins=-zstack-size={STACK}");
        println!("cargo:rustc-link-arg-bins=--export=rulepress_go_on");
    }
}
