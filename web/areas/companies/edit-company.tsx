import { Button, Skeleton } from '@mantine/core'
import { getCompany, type CompanyDetail } from '#contract/companies/companies.ts'
import { useEffect } from 'react'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { FormProblem } from '../../shells/form-problem.tsx'
import { useReturnFocus } from '../../shells/return-focus.ts'
import { leaveForm } from '../../shells/unsaved.ts'
import { useFilled } from '../../shells/use-filled.ts'
import { CompanyFields } from './company-fields.tsx'
import { useCompanyEdit, type CompanyKind } from './company-form.ts'
import styles from './companies.module.css'
import { useOfferedToAgency, useOfferedToClient, type Offered } from './offered.ts'

type EditCompanyProps = { kind: CompanyKind; parentId: string; companyId: string; onClose: () => void }

/** The form that opens below a row (R187). */
export function EditCompany({ kind, ...props }: EditCompanyProps) {
  return kind === 'agency' ? <EditAgency {...props} /> : <EditClient {...props} />
}

type EditProps = Omit<EditCompanyProps, 'kind'>

function EditAgency(props: EditProps) {
  return <Edit kind="agency" offer={useOfferedToAgency(props.parentId, false)} {...props} />
}

function EditClient(props: EditProps) {
  return <Edit kind="client" offer={useOfferedToClient(props.parentId)} {...props} />
}

function Edit({
  kind,
  offer,
  parentId,
  companyId,
  onClose,
}: EditCompanyProps & { offer: ReturnType<typeof useOfferedToClient> }) {
  const company = useCall(getCompany, { params: { id: companyId } })
  const { answer, round, reload } = useFilled(company)
  if (company.error && !answer) return <FailureNote failure={company.error} onRetry={company.refetch} />
  if (offer.error && !offer.choices) return <FailureNote failure={offer.error} onRetry={offer.refetch} />
  if (!answer || !offer.choices) return <Skeleton height={220} m="md" />
  return (
    <EditForm
      key={round}
      kind={kind}
      company={answer.data}
      agencyId={parentId}
      choices={offer.choices}
      onClose={onClose}
      onReload={reload}
    />
  )
}

type EditFormProps = {
  kind: CompanyKind
  company: CompanyDetail
  agencyId: string
  choices: Offered
  onClose: () => void
  onReload: () => void
}

function EditForm({ kind, company, agencyId, choices, onClose, onReload }: EditFormProps) {
  const t = useT()
  const server = useCompanyEdit(kind, company, { onClose, onReload })
  const { formRef, onSubmit, submitting } = server
  useReturnFocus(true)
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input:not(:disabled)')?.focus(), [formRef])
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
      <div className={styles.fields}>
        <CompanyFields
          kind={kind}
          server={server}
          companyId={company.company_id}
          agencyId={agencyId}
          choices={choices}
          isInvited={company.status === 'invited'}
        />
      </div>
      <div className={styles.footer}>
        <FormProblem form={server} />
        <Button variant="default" onClick={() => void leaveForm(formRef.current, onClose)} disabled={submitting}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={submitting}>
          {kind === 'agency' ? t('Save agency') : t('Save client')}
        </Button>
      </div>
    </form>
  )
}
