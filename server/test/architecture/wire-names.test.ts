import { parseSync } from '@swc/core'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { spellingOf, toPlain, toWire } from '#contract/core/plain.ts'
import { plainNames } from '#contract/core/wire-names.ts'
import { routes } from '#server/routes.ts'
import { schemasIn } from '../access/walk-schema.ts'
import { readTable } from '../specification.ts'
import { isTest, sourcesWith, type Source } from './sources.ts'

// The wire's historic spellings occur only in contract/: requests and responses are renamed at the edge
// (contract/core/plain.ts), which also turns its flags into booleans.

/** Files that read or write the wire format without a schema that would rename it. */
const edges: Readonly<Record<string, string>> = {
  'web/api/open-calls.ts': 'spells the calls that go out before a schema is loaded',
  'web/start/early-reads.ts': 'spells what is read in the page’s head, where no schema is',
  'server/platform/http/write-answer.ts': 'writes answers as the wire spells them',
  'server/platform/http/operation-id.ts': 'reads the body before it is renamed',
  'server/platform/http/openapi.ts': 'documents the wire',
}

/** A capitalized word alone may also be a type or a text, so it counts only as a key. */
const isWord = (name: string): boolean => /^[A-Z][a-z]+$/.test(name)
const names = new Set<string>(Object.keys(plainNames))
const inTemplates = new RegExp(`\\b(${[...names].filter((name) => !isWord(name)).join('|')})\\b`, 'g')

interface Node {
  type?: string
  [key: string]: unknown
}
/** Names of types, modules and elements, which are never on the wire. */
const ignoredParts: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['specifiers', 'source'],
  ExportNamedDeclaration: ['specifiers', 'source'],
  TsTypeReference: ['typeName'],
  TsTypeAliasDeclaration: ['id'],
  TsInterfaceDeclaration: ['id'],
  JSXOpeningElement: ['name'],
  JSXClosingElement: ['name'],
}
const keys: Readonly<Record<string, string>> = {
  KeyValueProperty: 'key',
  KeyValuePatternProperty: 'key',
  AssignmentPatternProperty: 'key',
  TsPropertySignature: 'key',
  MemberExpression: 'property',
}

/** The parts of a path like `costs.0.paymentTerm`; any other text is one name. */
const partsOf = (text: string): string[] => (/^\w+(\.\w+)+$/.test(text) ? text.split('.') : [text])

/** Texts without any of these need not be parsed, which takes most of the time. */
const mayHaveSpellings = new RegExp(`\\b(?:${[...names].join('|')})\\b`)
const mayHaveFlags = /(["'])[TF]\1/

const parse = ({ path, text }: Source): unknown =>
  parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }).body

/** Every wire flag T or F in a file's code and types, except arguments of split and replace, as for a timestamp's T. */
function flagsIn(source: Source): string[] {
  const flags: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    const current = node as Node
    if (current.type === 'StringLiteral' && /^[TF]$/.test(String(current['value'])))
      flags.push(String(current['value']))
    const callee = current.type === 'CallExpression' ? (current['callee'] as Node) : {}
    const isCut = ['replace', 'split'].includes(String((callee['property'] as Node | undefined)?.['value']))
    for (const [name, child] of Object.entries(current)) if (!(isCut && name === 'arguments')) visit(child)
  }
  if (mayHaveFlags.test(source.text)) visit(parse(source))
  return flags
}

/** Every historic spelling in a file's code, ignoring comments. */
function spellingsIn(source: Source): string[] {
  const spellings: string[] = []
  const visit = (node: unknown, isKey: boolean): void => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, isKey))
    if (node === null || typeof node !== 'object') return
    const current = node as Node
    const value = String(current['value'])
    if (current.type === 'Identifier' && names.has(value) && (isKey || !/^[A-Z]/.test(value))) spellings.push(value)
    if (current.type === 'StringLiteral')
      spellings.push(...partsOf(value).filter((name) => names.has(name) && (isKey || !isWord(name))))
    if (current.type === 'TemplateElement') spellings.push(...(String(current['raw']).match(inTemplates) ?? []))
    for (const [name, child] of Object.entries(current)) {
      if (name === 'span' || ignoredParts[current.type ?? '']?.includes(name)) continue
      const isShorthand = current.type === 'ObjectExpression' && name === 'properties'
      visit(child, keys[current.type ?? ''] === name || isShorthand)
    }
  }
  if (mayHaveSpellings.test(source.text)) visit(parse(source), false)
  return spellings
}

const isBound = ({ path }: Source): boolean =>
  /^(server|web)\//.test(path) &&
  !isTest(path) &&
  !/^server\/test\/|^i18n\/|test-support/.test(path) &&
  !(path in edges)

describe('historic wire spellings', () => {
  const sources = sourcesWith('.ts', '.tsx').filter(isBound)

  it('appear in no file of server and web', () => {
    expect(sources.length).toBeGreaterThan(600)
    const spellings = sources.map((source) => ({ path: source.path, found: spellingsIn(source) }))
    expect(spellings.filter(({ found }) => found.length > 0)).toEqual([])
  })

  it('are detected wherever they appear', () => {
    const plant = (text: string): string[] => spellingsIn({ path: 'server/areas/people/planted.ts', text })
    expect(plant('const { companyID } = body')).toEqual(['companyID'])
    expect(plant('run({ phonenum: body.ClientEmail })')).toEqual(['phonenum', 'ClientEmail'])
    expect(plant('tx.query(`select id as "companyID" from company`)')).toEqual(['companyID'])
    expect(plant("throw invalid('companyID', 'is unknown')")).toEqual(['companyID'])
    expect(plant("const fieldNames = { 'costs.0.LimitLead': 'limit' }")).toEqual(['LimitLead'])
    expect(plant('// companyID\nconst page: Page = { companyId, page: query.page }')).toEqual([])
  })

  it('are spelled so by a row of the specification’s catalog', () => {
    const rows = [...readTable('fields'), ...readTable('calls')]
    const catalog = new Set(rows.flatMap((row) => Object.values(row).join(' ').match(/\w+/g) ?? []))
    expect([...names].filter((name) => !catalog.has(name))).toEqual([])
  })

  it('are in the table only while an operation has them', () => {
    const parts = routes.flatMap(({ operation: { params, query, body, form, answer } }) => [
      params,
      query,
      body,
      form,
      answer,
    ])
    const schemas = parts.flatMap((part) => (part ? schemasIn(part, '') : []))
    const keys = new Set(
      schemas.flatMap(({ schema }) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])),
    )
    expect([...names].filter((name) => !keys.has(name))).toEqual([])
  })

  it('leave no flag as T or F internally', () => {
    const flags = sources.map((source) => ({ path: source.path, found: flagsIn(source) }))
    expect(flags.filter(({ found }) => found.length > 0)).toEqual([])
    const plant = (text: string): string[] => flagsIn({ path: 'web/areas/people/planted.tsx', text })
    expect(plant("if (row.manual_bill === 'T') bill()")).toEqual(['T'])
    expect(plant("const body = { dry_run: isDry ? 'T' : 'F' }")).toEqual(['T', 'F'])
    expect(plant("type Flag = 'T' | 'F'")).toEqual(['T', 'F'])
    expect(plant('const label = <Radio value="F" />')).toEqual(['F'])
    expect(plant("// 'T'\nconst day = at.replace('T', ' ').split('T')[0]")).toEqual([])
  })

  it('are distinguished from plain names in every declaration, and survive a round trip', () => {
    const odd = /^[A-Z]|[a-z]I[DP](?![a-z])|^[a-z]+_[a-z]*[A-Z]/
    const menus = /^(AdsDesign|Campaign|LeadsPeek|Settings)$/
    const prices = /^(Leadspeek|Locator|Enhance|B2b|Weekly|Monthly|OneTime|Prepaid)/
    const contractSources = sourcesWith('.ts').filter(({ path }) => path.startsWith('contract/') && !isTest(path))
    const keys = contractSources.flatMap(({ text }) => [...text.matchAll(/^\s+(\w+): (?:z\.|id\b|flag\b|line\()/gm)])
    expect(keys.length).toBeGreaterThan(300)
    const missing = keys.map(([, key]) => key!).filter((key) => odd.test(key) && !menus.test(key) && !prices.test(key))
    expect(missing.filter((key) => !names.has(key))).toEqual([])
    for (const { operation } of routes)
      for (const part of ['params', 'query', 'body', 'form', 'answer'] as const) {
        const spelling = spellingOf(operation[part])
        if (spelling?.kind !== 'object') continue
        const wire = Object.fromEntries([...spelling.plainOf.keys()].map((key) => [key, key]))
        expect(toWire(toPlain(wire, spelling), spelling)).toEqual(wire)
      }
  })
})
