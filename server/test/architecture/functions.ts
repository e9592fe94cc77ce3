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

/** Every function of a file with its number of lines. */
export function functionsOf(source: Source): FunctionSpan[] {
  const tree = parseSync(source.text, { syntax: 'typescript', tsx: source.path.endsWith('x'), target: 'es2022' })
  // Spans are byte positions relative to a running offset; the module's own start marks the beginning of the file.
  const bytes = Buffer.from(source.text)
  const base = tree.span.end - bytes.length
  const lineAt = (position: number): number =>
    bytes
      .subarray(0, Math.max(0, position - base))
      .toString()
      .split('\n').length
  const found: FunctionSpan[] = []
  const ofTests = new Set<unknown>()
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, name))
    if (node === null || typeof node !== 'object') return
    const walked = node as Walked
    let inner = name
    if (walked.type === 'VariableDeclarator') inner = nameOf(walked)
    if (walked.type === 'KeyValueProperty') inner = nameOf(walked)
    if (walked.type === 'CallExpression') {
      const callee = calledBy(walked['callee'] as Callee)
      if (groups.has(callee)) inner = 'group'
      if (tests.has(callee))
        for (const { expression } of walked['arguments'] as { expression: unknown }[]) ofTests.add(expression)
    }
    if (walked.type && functionTypes.has(walked.type) && walked.span && name !== 'group') {
      const own = nameOf(walked) || name
      const line = lineAt(walked.span.start)
      found.push({
        path: source.path,
        name: own,
        line,
        lines: lineAt(walked.span.end) - line + 1,
        component: source.path.endsWith('.tsx') && /^[A-Z]/.test(own),
        test: ofTests.has(walked),
      })
      inner = ''
    }
    if (walked.type && functionTypes.has(walked.type) && name === 'group') inner = ''
    for (const [key, child] of Object.entries(walked)) if (key !== 'span') visit(child, inner)
  }
  visit((tree as unknown as Node & { body: unknown }).body, '')
  return found
}
