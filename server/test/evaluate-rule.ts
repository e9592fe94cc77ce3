/** A series of one scrape. */
export interface Series {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** What an expression is evaluated on: a scrape, one some minutes before it, and the time of the later one. */
export interface Scrapes {
  before: readonly Series[]
  now: readonly Series[]
  time_s: number
}

type Vector = { labels: string; value: number }[]
type Value = number | Vector

const lineOf = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const labelsIn = (text = ''): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name!, value!]))

/** The series of an exposition in the text format. */
export const readSeries = (text: string): Series[] =>
  text.split('\n').flatMap((line) => {
    const match = lineOf.exec(line)
    return match ? [{ name: match[1]!, labels: labelsIn(match[2]), value: Number(match[3]) }] : []
  })

const tokensOf = /[a-zA-Z_:][\w:]*|\d+(?:\.\d+)?|"[^"]*"|\[\w+\]|==|!=|>=|<=|[-+*/<>{}(),=]/g
const calculations: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
}
const folds: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
}

/**
 * Evaluates an expression of the few shapes that our rules have: one comparison of sums, quotients and functions, where
 * aggregation keeps no label. Throws for anything else, which Prometheus might understand, but this test would not.
 */
export function evaluateRule(expression: string, scrapes: Scrapes): Vector {
  const tokens: string[] = [...(expression.match(tokensOf) ?? [])]
  const next = (): string => tokens.shift() ?? fail()
  const fail = (): never => {
    throw new Error(`cannot evaluate: ${expression}`)
  }
  const expect = (token: string): void => void (next() === token || fail())

  function comparison(): Value {
    const first = sum()
    const compare = comparisons[tokens[0] ?? '']
    if (!compare) return first
    next()
    const second = sum()
    if (typeof first === 'number' || typeof second !== 'number') return fail()
    return first.filter(({ value }) => compare(value, second))
  }
  const chain = (part: () => Value, signs: string[]): Value => {
    let value = part()
    while (signs.includes(tokens[0] ?? '')) value = combine(calculations[next()]!, value, part())
    return value
  }
  const sum = (): Value => chain(product, ['+', '-'])
  const product = (): Value => chain(term, ['*', '/'])

  function term(): Value {
    const token = next()
    if (/^\d/.test(token)) return Number(token)
    if (token === 'time') {
      expect('(')
      expect(')')
      return scrapes.time_s
    }
    const fold = folds[token]
    if (fold) return aggregate(fold)
    if (token === 'abs') return inParentheses().map(({ labels, value }) => ({ labels, value: Math.abs(value) }))
    return token === 'increase' ? inParentheses(scrapes.before) : select(token, scrapes.now)
  }
  function aggregate(fold: (values: number[]) => number): Vector {
    if (tokens[0] === 'by') tokens.splice(0, tokens.indexOf(')') + 1)
    const vector = inParentheses()
    return vector.length === 0 ? [] : [{ labels: '', value: fold(vector.map(({ value }) => value)) }]
  }
  /** A vector in parentheses; with an earlier scrape, how much it has grown since. */
  function inParentheses(before?: readonly Series[]): Vector {
    expect('(')
    const start = [...tokens]
    let vector = sum()
    if (before) {
      const earlier = new Map(select(start[0]!, before, start.slice(1)).map(({ labels, value }) => [labels, value]))
      vector = (vector as Vector).map(({ labels, value }) => ({ labels, value: value - (earlier.get(labels) ?? 0) }))
    }
    expect(')')
    return typeof vector === 'number' ? fail() : vector
  }
  function select(name: string, from: readonly Series[], rest = tokens): Vector {
    const demands: Record<string, string> = {}
    if (rest[0] === '{') {
      const parts = rest.splice(0, rest.indexOf('}') + 1)
      for (let at = 1; at < parts.length - 1; at += 4) demands[parts[at]!] = parts[at + 2]!.slice(1, -1)
    }
    if (rest[0]?.startsWith('[')) rest.shift()
    return from
      .filter((series) => series.name === name)
      .filter(({ labels }) => Object.entries(demands).every(([label, value]) => labels[label] === value))
      .map(({ labels, value }) => ({ labels: JSON.stringify(labels), value }))
  }
  const value = comparison()
  return typeof value === 'number' || tokens.length > 0 ? fail() : value
}

function combine(calculate: (a: number, b: number) => number, first: Value, second: Value): Value {
  if (typeof first === 'number' && typeof second === 'number') return calculate(first, second)
  if (typeof first === 'number')
    return (second as Vector).map(({ labels, value }) => ({ labels, value: calculate(first, value) }))
  if (typeof second === 'number') return first.map(({ labels, value }) => ({ labels, value: calculate(value, second) }))
  const others = new Map(second.map(({ labels, value }) => [labels, value]))
  return first.flatMap(({ labels, value }) => {
    const other = others.get(labels)
    return other === undefined ? [] : [{ labels, value: calculate(value, other) }]
  })
}
