//! The package of the command `rfc1738`. Its library has no items: the tests of the package name it as a
//! dependency to turn on the features of the command.
