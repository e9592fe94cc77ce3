/** A piece of a line; a text may name the product's words in braces (`fill-words.ts`). */
export type Inline =
  | string
  /** The name of a button, field or page, exactly as the screen shows it. */
  | { kind: 'strong'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'link'; chapter: string; hash?: string; text: readonly Inline[] }

export type Block =
  | { kind: 'heading'; id: string; text: readonly Inline[] }
  | { kind: 'paragraph'; text: readonly Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: readonly (readonly Block[])[] }
  | { kind: 'code'; text: string }
  | { kind: 'note'; blocks: readonly Block[] }
  | { kind: 'picture'; name: string; alt: string }
  | { kind: 'table'; head: readonly (readonly Inline[])[]; rows: readonly (readonly (readonly Inline[])[])[] }

/** A chapter of the handbook, compiled from docs/guide by `scripts/guide-for-browsers.mjs`. */
export type Chapter = { title: string; blocks: readonly Block[] }

/** What a line says, without its looks. */
export const textOf = (line: readonly Inline[]): string =>
  line.map((part) => (typeof part === 'string' ? part : part.kind === 'link' ? textOf(part.text) : part.text)).join('')

/** The lines of a block, in order. */
export function linesOf(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [textOf(block.text)]
    case 'list':
      return block.items.flat().flatMap(linesOf)
    case 'code':
      return [block.text]
    case 'note':
      return block.blocks.flatMap(linesOf)
    case 'picture':
      return []
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(textOf).join(' '))
  }
}
