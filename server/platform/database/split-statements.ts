/** What may contain a semicolon that ends no statement (comments, strings, quoted names, function bodies), or one that does. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$[a-z_]*\$)[\s\S]*?\1|;/gi

/** The statements of a migration, without those that are only comments. Strings with backslash escapes (`e'…'`) are not supported. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token !== ';') continue
    statements.push(text.slice(start, index))
    start = index + 1
  }
  return [...statements, text.slice(start)].filter(hasSql)
}

const hasSql = (text: string): boolean => text.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, '').trim() !== ''
