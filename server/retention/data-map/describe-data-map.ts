import { fileURLToPath } from 'node:url'
import { groupBy } from '#server/platform/group-by.ts'
import { readDataMap, type MappedTable } from './read-data-map.ts'

export const dataMapPath = fileURLToPath(new URL('../../../docs/privacy/data-map.md', import.meta.url))

const head = `# Data map and records of processing

Every column with personal data, what it is for, how long it is kept and how it is erased. This page is made by \`npm run datamap\` from the
lists in \`server/retention/data-map\`, which a test compares with the database; terms and ways of erasure come from the lists that carry them out.
`

/** The text of `docs/privacy/data-map.md`: by purpose, as a record of processing asks. */
export function dataMapPage(): string {
  const sections = [...groupBy(readDataMap(), ({ purpose }) => purpose)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [head, ...sections.flatMap(([purpose, tables]) => sectionOf(purpose, tables))].join('\n')
}

const sectionOf = (purpose: string, tables: readonly MappedTable[]): string[] => [
  `## ${purpose}\n`,
  ...tables.flatMap(({ table, about, columns, kept, erased }) => [
    `### \`${table}\`\n`,
    `- About: ${about}`,
    ...[...groupBy(columns, (one) => one.class)].map(
      ([name, ofClass]) => `- ${name}: ${ofClass.map(({ column }) => `\`${column}\``).join(', ')}`,
    ),
    `- Kept: ${kept}`,
    `- Erased: ${erased}\n`,
  ]),
]
