/**
 * Isolates a value that must keep its own direction inside a sentence: `$1.25`, a name or a URL in Arabic text. The
 * characters are invisible. For a value in its own element, `<Bdi>` does the same.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`
