import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './sources.ts'

// docs/decisions/README.md lists each decision once, with its number and the title from its file, in tables of one
// header row each.

const folder = join(projectRoot, 'docs/decisions')

const headingOf = (text: string): string => text.split('\n', 1)[0]!
const entry = /^\| \[(\d+)\]\(([\w-]+\.md)\) +\| (.+?) +\| (\S.*?) +\|$/gm

/** The problems of such a list; the files' texts are given by name. */
function problemsOf(files: Readonly<Record<string, string>>, list: string): string[] {
  const listed = [...list.matchAll(entry)].map(([, number, name, title]) => ({ number, name: name!, title }))
  const times = (name: string): number => listed.filter((one) => one.name === name).length
  return [
    ...listed.filter(({ name }) => !(name in files)).map(({ name }) => `${name} is listed and not there`),
    ...Object.keys(files).flatMap((name) => (times(name) === 1 ? [] : [`${name} is listed ${times(name)} times`])),
    ...listed.flatMap(({ number, name, title }) => {
      const expected = `# ${Number(name.slice(0, 4))}. ${title}`
      const isRight = expected === headingOf(files[name] ?? expected) && number === String(Number(name.slice(0, 4)))
      return isRight ? [] : [`${name} is listed as ${number}. ${title}`]
    }),
    ...list
      .split('\n')
      .flatMap((line, at, lines) =>
        /^\| -+ /.test(line) && lines[at - 2]?.startsWith('|') ? [`line ${at} is a header row inside a table`] : [],
      ),
  ]
}

test('every decision is listed once, by number and title', () => {
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  expect(names.length).toBeGreaterThan(100)
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  expect(problemsOf(files, readFileSync(join(folder, 'README.md'), 'utf8'))).toEqual([])
})

test('a missing, removed, duplicate, or misnamed entry and a second header are detected', () => {
  const files = {
    '0001-one.md': '# 1. One thing\n\nBecause.\n',
    '0002-two.md': '# 2. Two things\n',
    '0003-three.md': '# 3. Three things\n',
    '0004-four.md': '# 4. Four things\n',
  }
  const list = [
    '| No.                | title       | in short |',
    '| ------------------ | ----------- | -------- |',
    '| [1](0001-one.md)   | One thing   | Because. |',
    '| [2](0002-two.md)   | Two others  | Because. |',
    '| [3](0003-three.md) | Three things | Because. |',
    '| [3](0003-three.md) | Three things | Because. |',
    '| No.                | title       | in short |',
    '| ------------------ | ----------- | -------- |',
    '| [5](0005-five.md)  | Five things | Because. |',
  ].join('\n')
  expect(problemsOf(files, list)).toEqual([
    '0005-five.md is listed and not there',
    '0003-three.md is listed 2 times',
    '0004-four.md is listed 0 times',
    '0002-two.md is listed as 2. Two others',
    'line 7 is a header row inside a table',
  ])
})

/** The entries of `open-questions.md` that were decided otherwise, with what they name for it. */
const overruled = (text: string): { id: string; by: string[] }[] =>
  text.split(/^### /m).flatMap((entry) => {
    const mark = /^- Overruled by (.+)$/m.exec(entry)?.[1]
    return mark === undefined ? [] : [{ id: entry.split(' ', 1)[0]!, by: mark.match(/decision \d+|SEC-\d+/g) ?? [] }]
  })

test('an open question that was decided otherwise names the decision', () => {
  const found = overruled(readFileSync(join(projectRoot, 'docs/specification/open-questions.md'), 'utf8'))
  const there = new Set(readdirSync(folder).map((name) => `decision ${Number(name.slice(0, 4))}`))
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['OQ-03', 'OQ-05', 'OQ-32', 'OQ-58', 'OQ-64']))
  for (const { id, by } of found) {
    expect([id, by.length > 0]).toEqual([id, true])
    expect([id, by.filter((name) => name.startsWith('decision') && !there.has(name))]).toEqual([id, []])
  }
  expect(overruled('### OQ-01 x\n\n- Decision: a.\n- Overruled by decision 9.\n')).toEqual([
    { id: 'OQ-01', by: ['decision 9'] },
  ])
})
