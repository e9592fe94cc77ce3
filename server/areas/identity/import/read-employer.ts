import { companyFields, type ImportMapping } from '#contract/identity/imports.ts'
import { Cells, type Read } from './read-cells.ts'
import type { CsvRecord } from './read-records.ts'
import { readTrait } from './read-traits.ts'
import type { RowProblem } from './row-problem.ts'

/** A company as a row describes it. Empty cells are left out. */
export interface ImportedEmployer {
  row: number
  domain: string
  facts: Record<string, string>
  /** Networks such as `198.51.100.0/24`. */
  ranges: string[]
  unread: RowProblem[]
}

const maxRanges = 100
/** The largest networks accepted: a larger one belongs to a provider, whose customers would look like one company. */
const widest = { four: 8, six: 20 } as const

/** Converts a record to a company, or says that its domain is unreadable. Problems never contain values. */
export function readEmployer(record: CsvRecord, mapping: ImportMapping, row: number): ImportedEmployer | RowProblem {
  const cells = new Cells(record, mapping, row)
  const facts: Record<string, string> = {}
  for (const field of companyFields) {
    if (field === 'company.range') continue
    const name = field.slice('company.'.length)
    const value = cells.optional(field, (text) =>
      readTrait(name, field === 'company.company_domain' ? text.replace(/^www\./i, '') : text),
    )
    if (value !== null) facts[name] = value
  }
  const { company_domain: domain, ...companyFacts } = facts
  if (domain === undefined) return cells.problem('company.company_domain', 'isn’t a valid domain')
  const ranges = cells.optional('company.range', readRanges) ?? []
  return { row, domain, facts: companyFacts, ranges, unread: cells.unread }
}

function readRanges(text: string): Read<string[]> {
  const ranges = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  if (ranges.length > maxRanges) return { message: `has more than ${maxRanges} ranges` }
  const parsedRanges = ranges.map(rangeOf)
  return parsedRanges.includes(null)
    ? { message: 'isn’t a valid address range' }
    : { value: parsedRanges.flatMap((range) => range ?? []) }
}

const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(\d{1,2}))?$/

/** A network in its shortest form with the host bits cleared; null if invalid or too large. */
function rangeOf(text: string): string | null {
  const parts = four.exec(text)
  if (!parts) return rangeOfSix(text)
  const bytes = parts.slice(1, 5).map(Number)
  const bits = parts[5] === undefined ? 32 : Number(parts[5])
  if (bytes.some((byte) => byte > 255) || bits < widest.four || bits > 32) return null
  const network = bytes.map((byte, at) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - at * 8)))) & 0xff)
  return `${network.join('.')}/${bits}`
}

const six = /^((?:[0-9a-f]{1,4}:){1,4}):\/(\d{2})$/

/**
 * IPv6 networks have at most 64 bits and must be written out to their prefix: `2001:db8:1::/48`. The result is in the
 * database's canonical form, because owners are looked up by it.
 */
function rangeOfSix(text: string): string | null {
  const [, groupsText = '', prefix] = six.exec(text.toLowerCase()) ?? []
  const bits = Number(prefix)
  if (groupsText === '' || bits < widest.six || bits > 64) return null
  const groups = groupsText
    .slice(0, -1)
    .split(':')
    .map((group) => Number.parseInt(group, 16))
  const isCleared = groups.every((group, at) => {
    const bitsKept = Math.min(16, Math.max(0, bits - at * 16))
    return (group & (0xffff >> bitsKept)) === 0
  })
  const last = groups.findLastIndex((group) => group !== 0)
  if (!isCleared || last < 0) return null
  return `${groups
    .slice(0, last + 1)
    .map((group) => group.toString(16))
    .join(':')}::/${bits}`
}
