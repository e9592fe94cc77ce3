import type { ReactNode } from 'react'
import type { Operation } from '#contract/core/operation.ts'
import type { CallInput } from '../api/call.ts'
import { PageHeader } from './page-header.tsx'
import { ResourceTable, type ResourceTableProps } from './resource-table/resource-table.tsx'

type BelowCompaniesProps<O extends Operation, Input extends CallInput<O>> = Omit<
  ResourceTableProps<O, Input>,
  'label'
> & {
  title: string
  description: string
  /** Shown next to the title. */
  actions?: ReactNode
  /** The table's label, when the title alone does not describe it. */
  label?: string
}

/** A page below a list of companies (the operator's agencies, an agency's clients) with data across all of them. */
export function BelowCompanies<O extends Operation, const Input extends CallInput<O>>(
  props: BelowCompaniesProps<O, Input>,
) {
  const { title, description, actions, label = title, empty, ...table } = props
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <ResourceTable {...table} label={label} empty={empty} />
    </>
  )
}
