import { readFileSync } from 'node:fs'

type Name = 'operations' | 'calls' | 'fields'

/** A table of the specification's catalog: one object per row, with the names in its first line as keys. */
export function readTable(name: Name): Record<string, string>[] {
  const file = new URL(`../../docs/specification/${name}.tsv`, import.meta.url)
  const [head, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n')
  const names = head!.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at]!, cell])))
}
