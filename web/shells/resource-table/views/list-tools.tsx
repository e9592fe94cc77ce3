import type { ReactNode } from 'react'
import type { SavedListName } from '#contract/views/saved-lists.ts'
import { useMe } from '../../../session/me.ts'
import type { Column } from '../columns.ts'
import { FileMenu } from '../files/file-menu.tsx'
import type { ReadFileRows } from '../files/read-rows.ts'
import { ColumnChooser } from './column-chooser.tsx'
import type { ListLook } from './list-look.ts'
import { ViewsMenu } from './views-menu.tsx'

type ListToolsProps<Row> = {
  list: SavedListName
  look: ListLook<Row>
  /** What the list holds. */
  label: string
  /** Reads the list's rows for a file. */
  read: ReadFileRows<Row>
  columns: readonly Column<Row>[]
  tools?: ReactNode
}

/** At the end of a list's toolbar: its own tools, a file of what it shows, its views and its columns. */
export function ListTools<Row>({ list, look, label, read, columns, tools }: ListToolsProps<Row>) {
  const { side } = useMe()
  return (
    <>
      {tools}
      {columns.some(({ text }) => text) && <FileMenu label={label} columns={look.columns} read={read} />}
      {/* The operator's staff look into companies, and have no views there. */}
      {side !== 'root' && <ViewsMenu list={list} look={look.parts} />}
      <ColumnChooser all={columns} look={look} />
    </>
  )
}
