import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './sources.ts'

// A decision's file is named like its title and begins with the decision in one sentence; docs/decisions/README.md lists
// each once, with its number, title and sentence, in tables of one header row each.

const folder = join(projectRoot, 'docs/decisions')

const headingOf = (text: string): string => text.split('\n', 1)[0]!
/** The first paragraph, which is the decision itself. */
const decisionOf = (text: string): string => (text.split('\n\n')[1] ?? '').trim().replaceAll('\n', ' ')
const entry = /^\| \[(\d+)\]\(([\w-]+\.md)\) +\| (.+?) +\| (\S.*?) +\|$/gm

/** The problems of such a list; the files' texts are given by name. */
function problemsOf(files: Readonly<Record<string, string>>, list: string): string[] {
  const entries = [...list.matchAll(entry)].map(([, number, name, title, short]) => ({
    number,
    name: name!,
    title,
    short,
  }))
  const times = (name: string): number => entries.filter((one) => one.name === name).length
  return [
    ...entries.filter(({ name }) => !(name in files)).map(({ name }) => `${name} is listed and not there`),
    ...Object.keys(files).flatMap((name) => (times(name) === 1 ? [] : [`${name} is listed ${times(name)} times`])),
    ...entries.flatMap(({ number, name, title }) => {
      const expectedHeading = `# ${Number(name.slice(0, 4))}. ${title}`
      const isRight =
        expectedHeading === headingOf(files[name] ?? expectedHeading) && number === String(Number(name.slice(0, 4)))
      return isRight ? [] : [`${name} is listed as ${number}. ${title}`]
    }),
    ...entries.flatMap(({ name, short }) =>
      name in files && decisionOf(files[name]!) !== short ? [`${name} does not begin with “${short}”`] : [],
    ),
    ...list
      .split('\n')
      .flatMap((line, at, lines) =>
        /^\| -+ /.test(line) && lines[at - 2]?.startsWith('|') ? [`line ${at} is a header row inside a table`] : [],
      ),
  ]
}

function readDecisions(): Record<string, string> {
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  expect(names.length).toBeGreaterThan(100)
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

test('every decision is listed once, by number and title', () => {
  const files = readDecisions()
  expect(problemsOf(files, readFileSync(join(folder, 'README.md'), 'utf8'))).toEqual([])
})

test('a missing, removed, duplicate, misnamed or different entry and a second header are detected', () => {
  const files = {
    '0001-one.md': '# 1. One thing\n\nBecause.\n',
    '0002-two.md': '# 2. Two things\n\nBecause\nof it.\n',
    '0003-three.md': '# 3. Three things\n\nBecause.\n\nMore.\n',
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
    '0002-two.md does not begin with “Because.”',
    'line 7 is a header row inside a table',
  ])
})

/** The file of a decision: its number and the words of its title, as many as fit into 60 characters. */
function fileNameFor(heading: string): string {
  const [, number = '', title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? []
  const words =
    title
      .toLowerCase()
      .replace(/['’]|(?<=\d),(?=\d)/g, '')
      .match(/[a-z0-9]+/g) ?? []
  const slug = /^.{1,60}(?=-|$)/.exec(words.join('-'))?.[0] ?? ''
  return `${number.padStart(4, '0')}-${slug}.md`
}

test('the name of a decision’s file is its title', () => {
  for (const [name, text] of Object.entries(readDecisions())) expect(name).toBe(fileNameFor(headingOf(text)))
  expect(fileNameFor('# 9. One table of access guards')).not.toBe('0009-who-is-held-back.md')
  expect(fileNameFor('# 3. An agency’s 2,000 bytes')).toBe('0003-an-agencys-2000-bytes.md')
  const long = '# 21. An agency’s own mail server, released names and purged companies'
  expect(fileNameFor(long)).toBe('0021-an-agencys-own-mail-server-released-names-and-purged.md')
})

const successorIn = (text: string): string | undefined => /^Superseded by decision (\d+): /.exec(decisionOf(text))?.[1]
const predecessorsIn = (text: string): string[] =>
  [...text.matchAll(/supersedes decision (\d+)/gi)].map(([, number]) => number!)
const numberOf = (text: string): string => /\d+/.exec(headingOf(text))?.[0] ?? ''

/** What is wrong with how files begin, and with what they say of one another. */
function wrongBeginnings(texts: readonly string[]): string[] {
  const byNumber = new Map(texts.map((text) => [numberOf(text), text]))
  return [...byNumber].flatMap(([number, text]) => {
    const sentence = decisionOf(text)
    const successor = successorIn(text)
    const isSentence = /^[A-Z`"][^*#]*\.$/.test(sentence) && !/[.!?] [A-Z`]/.test(sentence) && sentence.length <= 180
    const isSucceeded = successor === undefined || predecessorsIn(byNumber.get(successor) ?? '').includes(number)
    const current = predecessorsIn(text).filter((former) => successorIn(byNumber.get(former) ?? '') !== number)
    return [
      ...(isSentence ? [] : [`${number} does not begin with its decision in one short sentence`]),
      ...(isSucceeded ? [] : [`${successor} does not say that it supersedes ${number}`]),
      ...current.map((former) => `${former} does not begin with “Superseded by decision ${number}: ”`),
    ]
  })
}

test('every decision begins with itself in one short sentence, or with its successor', () => {
  const texts = Object.values(readDecisions())
  expect(texts.filter(successorIn).length).toBeGreaterThan(0)
  expect(wrongBeginnings(texts)).toEqual([])
})

test('a beginning that is no decision, and a successor that one side does not name, are detected', () => {
  const sentence = 'Hits are written in groups.'
  expect(
    wrongBeginnings([
      `# 1. One\n\n${sentence}\n\n**Why.** Because. More.\n`,
      `# 2. Two\n\n**Context.** Hits are written.\n`,
      `# 3. Three\n\n${sentence} So they are cheap.\n`,
      `# 4. Four\n\n${'Hits are written, '.repeat(12)}.\n`,
      '# 5. Five\n\nSuperseded by decision 1: hits were written one by one.\n',
      `# 6. Six\n\n${sentence}\n\nIt supersedes decision 1.\n`,
      '# 7. Seven\n\n- A list.\n',
    ]),
  ).toEqual([
    ...[2, 3, 4].map((number) => `${number} does not begin with its decision in one short sentence`),
    '1 does not say that it supersedes 5',
    '1 does not begin with “Superseded by decision 6: ”',
    '7 does not begin with its decision in one short sentence',
  ])
})

/** The entries of `open-questions.md` that were decided otherwise, with what they name for it. */
const overrulings = (text: string): { id: string; by: string[] }[] =>
  text.split(/^### /m).flatMap((entry) => {
    const mark = /^- Overruled by (.+)$/m.exec(entry)?.[1]
    return mark === undefined ? [] : [{ id: entry.split(' ', 1)[0]!, by: mark.match(/decision \d+|SEC-\d+/g) ?? [] }]
  })

test('an open question that was decided otherwise names the decision', () => {
  const entries = overrulings(readFileSync(join(projectRoot, 'docs/specification/open-questions.md'), 'utf8'))
  const there = new Set(readdirSync(folder).map((name) => `decision ${Number(name.slice(0, 4))}`))
  expect(entries.map(({ id }) => id)).toEqual(expect.arrayContaining(['OQ-03', 'OQ-05', 'OQ-32', 'OQ-58', 'OQ-64']))
  for (const { id, by } of entries) {
    expect([id, by.length > 0]).toEqual([id, true])
    expect([id, by.filter((name) => name.startsWith('decision') && !there.has(name))]).toEqual([id, []])
  }
  expect(overrulings('### OQ-01 x\n\n- Decision: a.\n- Overruled by decision 9.\n')).toEqual([
    { id: 'OQ-01', by: ['decision 9'] },
  ])
})
