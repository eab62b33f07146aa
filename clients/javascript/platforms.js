// The platforms that have the command as a package: for each target of Rust, what node calls it.
export const PLATFORMS = {
  "x86_64-unknown-linux-musl": ["linux", "x64"],
  "aarch64-unknown-linux-musl": ["linux", "arm64"],
  "x86_64-apple-darwin": ["darwin", "x64"],
  "aarch64-apple-darwin": ["darwin", "arm64"],
  "x86_64-pc-windows-msvc": ["win32", "x64"],
};

/** Returns the name of the package for a platform, as `bin/rfc1738.js` looks it up. */
export const packageOf = (platform, arch) => `@rfc1738/command-${platform}-${arch}`;
