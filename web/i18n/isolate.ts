/**
 * A value inside a sentence that must keep its own direction: `$1.25`, a name or a URL in Arabic text. The characters are
 * invisible; if the value is in an element of its own, `<Bdi>` does the same.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`
