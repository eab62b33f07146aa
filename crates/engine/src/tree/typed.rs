//! Types for the nodes of single productions.

use super::Node;
use crate::production::Production;

/// Declares a type for the nodes of each production, with a method for each production that its definition
/// names. Generated code calls it, in a module with nothing else.
///
/// `one` is a child that each node has, `optional` a child that a node can have, and `each` a child that a node
/// can have any number of times.
///
/// ```
/// mod typed {
///     rfcbnf_engine::typed_nodes! { rfc1738::Rule;
///         /// `hostport = host [ ":" port ]`
///         Hostport { one host: Host, optional port: Port, }
///         /// `host = hostname | hostnumber`
///         Host { optional hostname: Hostname, optional hostnumber: Hostnumber, }
///         /// `hostname = *[ domainlabel "." ] toplabel`
///         Hostname { each domainlabel: Domainlabel, one toplabel: Toplabel, }
///         /// `hostnumber = digits "." digits "." digits "." digits`
///         Hostnumber { each digits: Digits, }
///         /// `domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit`
///         Domainlabel {}
///         /// `toplabel = alpha | alpha *[ alphadigit | "-" ] alphadigit`
///         Toplabel {}
///         /// `port = digits`
///         Port { one digits: Digits, }
///         /// `digits = 1*digit`
///         Digits {}
///     }
/// }
///
/// use rfc1738::{Rule, parse};
///
/// let tree = parse(Rule::Hostport, "ds.internic.net:80")?;
/// let hostport = typed::Hostport::try_from(tree.root()).unwrap();
/// assert_eq!(hostport.port().map(|port| port.text()), Some("80"));
/// let hostname = hostport.host().hostname().unwrap();
/// assert!(hostname.domainlabel().map(|label| label.text()).eq(["ds", "internic"]));
/// assert_eq!(hostname.toplabel().span(), 12..15);
/// assert!(typed::Port::try_from(tree.root()).is_err());
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[macro_export]
macro_rules! typed_nodes {
    ($rule:ty; $(
        $(#[$documentation:meta])*
        $name:ident { $($count:ident $child:ident: $type:ident,)* }
    )*) => { $(
        $(#[$documentation])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $name<'a, 't>($crate::Node<'a, 't, $rule>);

        impl<'a, 't> $name<'a, 't> {
            $($crate::typed_nodes! { @$count $child: $type of $rule })*
        }

        /// Fails if the node is one of another production, and returns it.
        impl<'a, 't> ::core::convert::TryFrom<$crate::Node<'a, 't, $rule>> for $name<'a, 't> {
            type Error = $crate::Node<'a, 't, $rule>;

            fn try_from(
                node: $crate::Node<'a, 't, $rule>,
            ) -> ::core::result::Result<Self, $crate::Node<'a, 't, $rule>> {
                if node.rule() == <$rule>::$name {
                    ::core::result::Result::Ok(Self(node))
                } else {
                    ::core::result::Result::Err(node)
                }
            }
        }

        /// The node, with its text and its span.
        impl<'a, 't> ::core::ops::Deref for $name<'a, 't> {
            type Target = $crate::Node<'a, 't, $rule>;

            fn deref(&self) -> &$crate::Node<'a, 't, $rule> {
                &self.0
            }
        }
    )* };
    (@one $child:ident: $type:ident of $rule:ty) => {
        #[doc = ::core::concat!("Returns the [`", ::core::stringify!($type), "`] in it.")]
        #[must_use]
        pub fn $child(self) -> $type<'a, 't> {
            $type(self.0.only(<$rule>::$type))
        }
    };
    (@optional $child:ident: $type:ident of $rule:ty) => {
        #[doc = ::core::concat!("Returns the [`", ::core::stringify!($type), "`] in it, if it has one.")]
        #[must_use]
        pub fn $child(self) -> ::core::option::Option<$type<'a, 't>> {
            self.0.child(<$rule>::$type).map($type)
        }
    };
    (@each $child:ident: $type:ident of $rule:ty) => {
        #[doc = ::core::concat!("Returns an iterator over each [`", ::core::stringify!($type), "`] in it.")]
        pub fn $child(self) -> impl ::core::iter::Iterator<Item = $type<'a, 't>> {
            self.0.children_of(<$rule>::$type).map($type)
        }
    };
}

/// Declares an enum for each production that is an alternation of productions, and the method `alternative`, which
/// returns it. Generated code calls it, beside [`typed_nodes!`](crate::typed_nodes!).
///
/// ```
/// mod typed {
///     rfcbnf_engine::typed_nodes! { rfc1738::Rule;
///         /// `host = hostname | hostnumber`
///         Host { optional hostname: Hostname, optional hostnumber: Hostnumber, }
///         /// `hostname = *[ domainlabel "." ] toplabel`
///         Hostname {}
///         /// `hostnumber = digits "." digits "." digits "." digits`
///         Hostnumber {}
///     }
///     rfcbnf_engine::typed_alternatives! { rfc1738::Rule;
///         /// `host = hostname | hostnumber`
///         Host { Hostname, Hostnumber, }
///     }
/// }
///
/// use rfc1738::{Rule, parse};
/// use typed::{Host, alternatives};
///
/// let tree = parse(Rule::Host, "ds.internic.net")?;
/// let name = match Host::try_from(tree.root()).unwrap().alternative() {
///     alternatives::Host::Hostname(name) => Some(name.text()),
///     alternatives::Host::Hostnumber(_) => None,
/// };
/// assert_eq!(name, Some("ds.internic.net"));
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[macro_export]
macro_rules! typed_alternatives {
    ($rule:ty; $(
        $(#[$attribute:meta])*
        $name:ident { $($alternative:ident,)* }
    )*) => {
        /// The alternatives of the productions that are alternations of productions.
        pub mod alternatives {
            $(
                $(#[$attribute])*
                #[derive(Debug, Clone, Copy, PartialEq, Eq)]
                pub enum $name<'a, 't> {
                    $(
                        #[doc = ::core::concat!("It is [`", ::core::stringify!($alternative), "`](super::", ::core::stringify!($alternative), ").")]
                        $alternative(super::$alternative<'a, 't>),
                    )*
                }
            )*
        }
        $(
            impl<'a, 't> $name<'a, 't> {
                /// Returns the alternative that it is.
                #[must_use]
                pub fn alternative(self) -> alternatives::$name<'a, 't> {
                    for child in self.0.children() {
                        $(
                            if child.rule() == <$rule>::$alternative {
                                return alternatives::$name::$alternative($alternative(child));
                            }
                        )*
                    }
                    $crate::no_alternative(self.0)
                }
            }
        )*
    };
}

/// Ends a program that asks for the alternative of a node that has none. There is none in a tree of its production.
#[doc(hidden)]
#[cold]
pub fn no_alternative<P: Production>(node: Node<'_, '_, P>) -> ! {
    unreachable!("the node of `{}` is none of its alternatives", node.rule())
}
