import { Link } from '@tanstack/react-router'
import { useT } from '../../i18n/texts.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { textOf, type Block, type Inline } from './chapter.ts'
import styles from './help.module.css'

const pictures = import.meta.glob<string>('../../../docs/guide/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
})
const addressOf = (name: string): string | undefined => pictures[`../../../docs/guide/pictures/${name}`]

/** What a chapter says. Its parts never change places, so their positions identify them. */
export function ChapterBody({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, at) => <Part key={at} block={block} />)
}

function Part({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <h2 id={block.id} className={styles.heading}>
          <Line of={block.text} />
        </h2>
      )
    case 'paragraph':
      return (
        <p>
          <Line of={block.text} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={styles.list}>
          {block.items.map((item, at) => (
            <li key={at}>
              <ChapterBody blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'code':
      return (
        // Focusable, so that it can be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre dir="ltr" className={styles.code} tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'note':
      return (
        <div role="note" className={styles.note}>
          <ChapterBody blocks={block.blocks} />
        </div>
      )
    case 'picture':
      return <img src={addressOf(block.name)} alt={block.alt} loading="lazy" className={styles.picture} />
    case 'table':
      return <Table head={block.head} rows={block.rows} />
  }
}

function Table({ head, rows }: Omit<Extract<Block, { kind: 'table' }>, 'kind'>) {
  const t = useT()
  return (
    <WideTable label={t('Table: {columns}', { columns: head.map(textOf).join(', ') })}>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col">
              <Line of={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, at) => (
          <tr key={at}>
            {cells.map((cell, column) => (
              <td key={column}>
                <Line of={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </WideTable>
  )
}

function Line({ of }: { of: readonly Inline[] }) {
  return of.map((part, at) => {
    if (typeof part === 'string') return part
    if (part.kind === 'strong') return <strong key={at}>{part.text}</strong>
    if (part.kind === 'code')
      return (
        <code key={at} dir="ltr">
          {part.text}
        </code>
      )
    return (
      <Link key={at} to={`/help/${part.chapter}`} hash={part.hash} className={styles.link}>
        <Line of={part.text} />
      </Link>
    )
  })
}
