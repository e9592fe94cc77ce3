import type { ReactNode } from 'react'
import type { Operation } from '#contract/core/operation.ts'
import type { CallInput } from '../api/call.ts'
import { useT } from '../i18n/texts.tsx'
import { useMe } from '../session/me.ts'
import { PageHeader } from './page-header.tsx'
import { ResourceTable, type ResourceTableProps } from './resource-table/resource-table.tsx'
import { agencyListPath, clientListPath } from '../paths/companies.ts'

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
  const t = useT()
  const { side } = useMe()
  const { title, description, actions, label = title, empty, ...table } = props
  const back =
    side === 'root'
      ? { to: agencyListPath, label: t('Agency List') }
      : { to: clientListPath, label: t('Client Management') }
  return (
    <>
      <PageHeader title={title} description={description} back={back} actions={actions} />
      <ResourceTable {...table} label={label} empty={empty} />
    </>
  )
}
