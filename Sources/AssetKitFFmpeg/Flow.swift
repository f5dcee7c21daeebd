/// The two "failures" of a read, send or receive call that are answers.
package enum Flow { case done, again, end }
