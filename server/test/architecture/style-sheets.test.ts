import { posix } from 'node:path'
import { expect, it } from 'vitest'
import { sourcesWith } from './sources.ts'

// A class that its sheet does not have styles nothing, without an error; one that no component names is dead.

const sheets = new Map(sourcesWith('.module.css').map(({ path, text }) => [path, classesIn(text)]))
const importOfSheet = /^import (\w+) from '(\.[^']+\.module\.css)'$/gm

function classesIn(css: string): Set<string> {
  const selectors = [...css.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/([^{};]*)\{/g)].map((match) => match[1]!)
  const ours = selectors.map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''))
  return new Set(ours.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z]\w*)/g)].map((match) => match[1]!)))
}

/** The sheets and classes that a component names. */
const usesIn = (path: string, text: string): [sheet: string, name: string][] =>
  [...text.matchAll(importOfSheet)].flatMap(([, styles, file]) => {
    const sheet = posix.join(posix.dirname(path), file!)
    const names = text.replaceAll(importOfSheet, '').matchAll(new RegExp(`(?<![\\w/.-])${styles}\\.(\\w+)`, 'g'))
    return [...names].map(([, name]): [string, string] => [sheet, name!])
  })

it('a style sheet has the classes that components name, and no others', () => {
  const uses = sourcesWith('.tsx', '.ts').flatMap(({ path, text }) => usesIn(path, text))
  expect(uses.length).toBeGreaterThan(500)
  const missing = uses.filter(([sheet, name]) => !sheets.get(sheet)?.has(name))
  expect(missing).toEqual([])
  const usedClasses = new Set(uses.map((use) => use.join(' ')))
  const everyClass = [...sheets].flatMap(([sheet, names]) => [...names].map((name) => `${sheet} ${name}`))
  expect(everyClass.filter((one) => !usedClasses.has(one))).toEqual([])
})
