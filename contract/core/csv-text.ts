/**
 * Characters that spreadsheets take for the start of a formula, including full-width forms that some of them normalize.
 * A leading apostrophe makes it text.
 */
const formula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

const special = /[",\r\n]/

/** A text that no spreadsheet takes for a formula. */
export const guardedText = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** A text as a field of a line of CSV. */
export const quotedText = (text: string): string => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Tells spreadsheets that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'
