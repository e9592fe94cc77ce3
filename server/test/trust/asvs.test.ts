import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/platform/project-root.ts'

// docs/asvs.md judges each requirement of levels 1 and 2 of ASVS 5.0 once, with evidence that exists or a reason.

/** The numbers of levels 1 and 2 by section; those left out are of level 3. */
const sections = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2`
const requirements = sections
  .trim()
  .split(/\s+/)
  .flatMap((section) => {
    const [name, range = ''] = section.split(':')
    const [first = 1, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => `V${name}.${first + at}`)
  })

const page = readFileSync(join(projectRoot, 'docs/asvs.md'), 'utf8')
const rowsOf = (text: string, columns: number): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === columns)

/** What is wrong with such a page. */
function problemsOf(text: string): string[] {
  const judgments = rowsOf(text, 5)
  const reasons = new Map(rowsOf(text, 3).map(([id, why, next]) => [id!, [why!, next!]]))
  const count = (id: string): number => judgments.filter(([one]) => one === id).length
  return [
    ...requirements.flatMap((id) => (count(id) === 1 ? [] : [`${id} is there ${count(id)} times`])),
    ...judgments.flatMap(([id]) => (requirements.includes(id!) ? [] : [`${id} is no requirement`])),
    ...judgments.flatMap(([id, level, words, state, evidence]) => {
      const paths = [...evidence!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
      const missing = paths.filter((path) => !existsSync(join(projectRoot, path))).map((path) => `${id}: no ${path}`)
      const isComplete =
        /^[12]$/.test(level!) && words !== '' && (state === 'not applicable' ? evidence !== '' : paths[0])
      const isState = ['holds', 'does not hold', 'not applicable'].includes(state!)
      const isExplained = state !== 'does not hold' || (reasons.get(id!) ?? ['']).every((part) => part !== '')
      return [
        ...missing,
        ...(isComplete && isState ? [] : [`${id} is incomplete`]),
        ...(isExplained ? [] : [`${id} does not say why it does not hold, and what follows`]),
        ...(state !== 'does not hold' && reasons.has(id!) ? [`${id} holds after all`] : []),
      ]
    }),
  ]
}

test('each of the 253 requirements is judged once, with evidence that exists or a reason', () => {
  expect(requirements).toHaveLength(253)
  expect(problemsOf(page)).toEqual([])
})

test('the page counts its judgments correctly', () => {
  const of = (state: string): number => rowsOf(page, 5).filter((cells) => cells[3] === state).length
  const sentence = `${of('holds')} hold, ${of('does not hold')} do not, ${of('not applicable')} do not apply`
  expect(page.replaceAll('\n', ' ')).toContain(sentence)
})

test('a requirement that is missing, there twice, without evidence or unexplained is detected', () => {
  const line = (id: string): RegExp => new RegExp(`^\\| ${id.replaceAll('.', '\\.')} .*$`, 'm')
  const lastTable = page.indexOf('## V1 ')
  const [reasonTables, judgmentTables] = [page.slice(0, lastTable), page.slice(lastTable)]
  const first = line('V1.1.1').exec(judgmentTables)![0]
  expect(problemsOf(reasonTables + judgmentTables.replace(first, ''))).toEqual(['V1.1.1 is there 0 times'])
  expect(problemsOf(`${page}${first}\n`)).toContain('V1.1.1 is there 2 times')
  expect(problemsOf(reasonTables + judgmentTables.replace('server/test/access/fuzz.test.ts', 'gone.test.ts'))).toEqual([
    'V1.1.1: no gone.test.ts',
  ])
  expect(problemsOf(reasonTables.replace(line('V5.4.3'), '') + judgmentTables)).toEqual([
    'V5.4.3 does not say why it does not hold, and what follows',
  ])
})
