import { parseSync, type Node } from '@swc/core'
import type { Source } from './sources.ts'

export interface FunctionSpan {
  path: string
  name: string
  line: number
  lines: number
  /** A React component: its name begins with a capital letter and it is in a .tsx file. */
  component: boolean
  /** The callback of `it` or `test`: one test. */
  test: boolean
}

interface Walked {
  type?: string
  span?: { start: number; end: number }
  [key: string]: unknown
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'MethodProperty',
])
/** Callbacks that only group others and may be longer. */
const groups = new Set(['describe', 'suite'])
const tests = new Set(['it', 'test'])

interface Callee {
  value?: string
  object?: { value?: string }
  callee?: Callee
}

/** `describe` of `describe(…)` and of `describe.each(…)(…)`. */
const calledBy = ({ value, object, callee }: Callee): string =>
  value ?? object?.value ?? (callee ? calledBy(callee) : '')

const nameOf = (node: Walked): string => {
  const holder = (node['identifier'] ?? node['id'] ?? node['key']) as { value?: string } | undefined
  return holder?.value ?? ''
}

/** Finds the line of a position. Positions rarely go back far, so it moves on from the one before. */
function lineFinderOf(bytes: Buffer, base: number): (position: number) => number {
  let [line, at] = [1, 0]
  return (position) => {
    const target = Math.max(0, position - base)
    for (; at < target; at++) if (bytes[at] === NEWLINE) line++
    for (; at > target; at--) if (bytes[at - 1] === NEWLINE) line--
    return line
  }
}
const NEWLINE = 10

/** Every function of a file with its number of lines. */
export function functionsOf(source: Source): FunctionSpan[] {
  const tree = parseSync(source.text, { syntax: 'typescript', tsx: source.path.endsWith('x'), target: 'es2022' })
  // Spans are byte positions relative to a running offset; the module's own start marks the beginning of the file.
  const bytes = Buffer.from(source.text)
  const base = tree.span.end - bytes.length
  const lineAt = lineFinderOf(bytes, base)
  const spans: FunctionSpan[] = []
  const ofTests = new Set<unknown>()
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, name))
    if (node === null || typeof node !== 'object') return
    const current = node as Walked
    let inner = name
    if (current.type === 'VariableDeclarator') inner = nameOf(current)
    if (current.type === 'KeyValueProperty') inner = nameOf(current)
    if (current.type === 'CallExpression') {
      const callee = calledBy(current['callee'] as Callee)
      if (groups.has(callee)) inner = 'group'
      if (tests.has(callee))
        for (const { expression } of current['arguments'] as { expression: unknown }[]) ofTests.add(expression)
    }
    if (current.type && functionTypes.has(current.type) && current.span && name !== 'group') {
      const functionName = nameOf(current) || name
      const line = lineAt(current.span.start)
      spans.push({
        path: source.path,
        name: functionName,
        line,
        lines: lineAt(current.span.end) - line + 1,
        component: source.path.endsWith('.tsx') && /^[A-Z]/.test(functionName),
        test: ofTests.has(current),
      })
      inner = ''
    }
    if (current.type && functionTypes.has(current.type) && name === 'group') inner = ''
    for (const [key, child] of Object.entries(current)) if (key !== 'span') visit(child, inner)
  }
  visit((tree as unknown as Node & { body: unknown }).body, '')
  return spans
}
