import { companySizes, departments, industries, seniorities } from './kinds.ts'
import { expandTitle } from './titles.ts'

const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** The industry that a code or a name means; null if it is not in the list. */
export function industryOf(naics: string, name: string): string | null {
  const byCode = industries.find((each) => (each.naics as readonly string[]).includes(naics.slice(0, 2)))
  if (byCode) return byCode.id
  const plainName = plain(name)
  return industries.find((each) => plain(each.id) === plainName || plain(each.name) === plainName)?.id ?? null
}

/** The employee band that a text means: "11-50", "11 to 50 employees", "5,001+" or a number. */
export function sizeOf(text: string): string | null {
  const first = /\d[\d,.]*/.exec(text)
  if (!first) return null
  const employees = Number(first[0].replace(/[,.]/g, ''))
  return companySizes.findLast(({ least }) => employees >= least)?.id ?? null
}

interface Kind {
  id: string
  name: string
  words: readonly string[]
}

/** The kind that one of the texts names exactly, else the first with a word that occurs in one of them. */
function kindOf(kinds: readonly Kind[], texts: readonly string[]): string | null {
  const plainTexts = texts.map(plain)
  const outright = kinds.find(({ id, name }) => plainTexts.includes(plain(id)) || plainTexts.includes(plain(name)))
  if (outright) return outright.id
  const titles = texts.map((text) => ` ${expandTitle(text)} `)
  const isHeld = ({ words }: Kind): boolean => words.some((word) => titles.some((text) => text.includes(` ${word} `)))
  return kinds.find(isHeld)?.id ?? null
}

/** A person's seniority as stated, else derived from their job title. */
export const seniorityOf = (statedLevel: string, title: string): string | null =>
  kindOf(seniorities, [statedLevel]) ?? kindOf(seniorities, [title])

export const departmentOf = (statedDepartment: string, title: string): string | null =>
  kindOf(departments, [statedDepartment]) ?? kindOf(departments, [title])

/** The state of a headquarters: "Austin, TX" or "TX". */
export const stateOf = (headquarters: string): string | null =>
  /(?:^|[\s,])([A-Z]{2})(?:\s+\d{5})?\s*$/.exec(headquarters.trim())?.[1] ?? null
