import { parseSync } from '@swc/core'
import type { Source } from './sources.ts'

interface Parsed {
  type: string
  value?: unknown
  operator?: string
  left?: Parsed
  right?: Parsed
  expression?: Parsed
  properties?: { type: string; key?: Parsed; value?: Parsed }[]
  body?: Parsed[]
  declaration?: Parsed
  declarations?: { id: Parsed; init?: Parsed }[]
}

/** The top-level constants of a file, not evaluated. */
function constantsOf({ path, text }: Source): Map<string, Parsed> {
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' }) as unknown as Parsed
  const declarations = (tree.body ?? []).flatMap((one) => (one.declaration ?? one).declarations ?? [])
  return new Map(declarations.flatMap(({ id, init }) => (init ? [[String(id.value), init] as const] : [])))
}

const operators: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '**': (left, right) => left ** right,
}

/** The number that an expression of literals and constants of the same file evaluates to; undefined for any other. */
function numberOf(node: Parsed | undefined, constants: ReadonlyMap<string, Parsed>): number | undefined {
  if (node === undefined) return undefined
  if (node.type === 'NumericLiteral') return Number(node.value)
  if (node.type === 'Identifier') return numberOf(constants.get(String(node.value)), constants)
  if (node.type === 'ParenthesisExpression') return numberOf(node.expression, constants)
  const apply = operators[node.operator ?? '']
  const [first, second] = [numberOf(node.left, constants), numberOf(node.right, constants)]
  return apply && first !== undefined && second !== undefined ? apply(first, second) : undefined
}

const objectOf = (node: Parsed | undefined): Parsed | undefined =>
  node?.type === 'TsConstAssertion' || node?.type === 'TsAsExpression' ? node.expression : node

/** The values of a constant (`life_ms`) or of a property of one (`terms.idle_ms`) in every file that declares it. */
export function valuesOf(name: string, sources: readonly Source[]): (number | undefined)[] {
  const [whole, part] = name.split('.') as [string, string?]
  return sources
    .filter(({ text }) => new RegExp(`^(?:export )?const ${whole}\\b`, 'm').test(text))
    .map((source) => {
      const constants = constantsOf(source)
      const object = objectOf(constants.get(whole))
      if (part === undefined) return numberOf(object, constants)
      return numberOf(object?.properties?.find(({ key }) => key?.value === part)?.value, constants)
    })
}
