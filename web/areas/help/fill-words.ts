import type { BootBrand } from '#contract/branding/domain.ts'
import { isolate } from '../../i18n/isolate.ts'
import type { Block, Chapter, Inline } from './chapter.ts'

/** What chapters call in braces: each brand has words of its own. */
const words: Readonly<Record<string, (brand: BootBrand) => string>> = {
  product: ({ name }) => name,
  siteid: ({ modules }) => modules.local.name,
  searchid: ({ modules }) => modules.locator.name,
  enhanceid: ({ modules }) => modules.enhance.name,
  b2bid: ({ modules }) => modules.b2b.name,
}

/** The words that a chapter may name. */
export const knownWords: readonly string[] = Object.keys(words)

/** A chapter in the words of a brand. Code and names of buttons stay as they are. */
export function fillWords(chapter: Chapter, brand: BootBrand): Chapter {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (braces, word: string) => {
      const say = words[word]
      return say ? isolate(say(brand)) : braces
    })
  const fillLine = (line: readonly Inline[]): Inline[] =>
    line.map((part) =>
      typeof part === 'string' ? fill(part) : part.kind === 'link' ? { ...part, text: fillLine(part.text) } : part,
    )
  const fillBlock = (block: Block): Block => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return { ...block, text: fillLine(block.text) }
      case 'list':
        return { ...block, items: block.items.map((item) => item.map(fillBlock)) }
      case 'note':
        return { ...block, blocks: block.blocks.map(fillBlock) }
      case 'table':
        return { ...block, head: block.head.map(fillLine), rows: block.rows.map((cells) => cells.map(fillLine)) }
      case 'code':
      case 'picture':
        return block
    }
  }
  return { title: fill(chapter.title), blocks: chapter.blocks.map(fillBlock) }
}
