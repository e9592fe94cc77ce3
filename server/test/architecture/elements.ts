import { parseSync } from '@swc/core'
import type { Source } from './sources.ts'

interface Walked {
  type?: string
  [key: string]: unknown
}

export const parse = ({ text }: Pick<Source, 'text'>): unknown =>
  parseSync(text, { syntax: 'typescript', tsx: true, target: 'es2022' }).body

/** All descendants of a node with this type, outermost first. */
export function below(node: unknown, type: string): Walked[] {
  if (Array.isArray(node)) return node.flatMap((child) => below(child, type))
  if (node === null || typeof node !== 'object') return []
  const element = node as Walked
  const inner = Object.values(element).flatMap((child) => below(child, type))
  return element.type === type ? [element, ...inner] : inner
}

export const nameOf = (element: Walked): string => (element['name'] as { value?: string }).value ?? ''

export const attributesOf = (element: Walked): Map<string, Walked> =>
  new Map(
    (element['attributes'] as Walked[])
      .filter(({ type }) => type === 'JSXAttribute')
      .map((attribute) => [nameOf(attribute), attribute]),
  )

export const textsIn = (node: unknown): string[] => below(node, 'StringLiteral').map(({ value }) => String(value))

export interface Element {
  path: string
  name: string
  attributes: Map<string, Walked>
}

export const elementsOf = (sources: readonly Source[]): Element[] =>
  sources.flatMap(({ path, text }) =>
    below(parse({ text }), 'JSXOpeningElement').map((element) => ({
      path,
      name: nameOf(element),
      attributes: attributesOf(element),
    })),
  )
