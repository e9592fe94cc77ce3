import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/project-root.ts'
import { allFaults, faultsByArea } from './all-faults.ts'
import type { SourceFault } from './fault.ts'

export const faultsPagePath = join(projectRoot, 'docs/planted-faults.md')

/** Faults that lie in the program itself and that tests switch on (`platform/planted-fault.ts`). */
const switchedFaults = (): string[] =>
  [...readFileSync(join(projectRoot, 'server/platform/planted-fault.ts'), 'utf8').matchAll(/^ {2}'([a-z-]+)',$/gm)].map(
    ([, name]) => name!,
  )

const head = (planted: number, switched: number): string => `# Planted faults

A test that cannot fail proves nothing. ${planted + switched} mistakes that somebody could make are made on purpose, and tests must notice each.

- ${planted} are small changes of a source file. \`npm run faults\` plants one after the other in a copy of the project, runs the one test file
  that must notice it, and ends with 1 if it does not; \`npm run faults -- NAME\` takes those with NAME in their names. It takes about half an
  hour, so the usual runs only check that each can still be planted and that its test exists.
- ${switched} lie in the program and are switched on by the tests that prove themselves by them, in every full run.

This page is made by \`npm run faults -- list\` from \`server/test/faults\`. When a file changes, its fault has to move with it.
`

const lineOf = ({ name, says, file, test }: SourceFault): string =>
  `- **\`${name}\`**: ${says} In [${nameOf(file)}](../${file}), noticed by [${nameOf(test)}](../${test}).`

const nameOf = (path: string): string => path.split('/').at(-1)!

/** The text of `docs/planted-faults.md`. */
export function faultsPage(): string {
  const switchedNames = switchedFaults()
  return [
    head(allFaults.length, switchedNames.length),
    ...Object.entries(faultsByArea).flatMap(([area, faults]) => [`## ${area}\n`, ...faults.map(lineOf), '']),
    '## Switched on by their tests\n',
    `${switchedNames.map((name) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n')
}
