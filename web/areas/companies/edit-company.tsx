import { Button, Skeleton } from '@mantine/core'
import { getCompany, type CompanyDetail } from '#contract/tenants/companies.ts'
import { useCall } from '../../api/hooks.ts'
import { useT } from '../../i18n/texts.tsx'
import { FailureNote, SubmitError } from '../../shells/failure-note.tsx'
import { CompanyFields } from './company-fields.tsx'
import { useCompanyEdit, type CompanyKind } from './company-form.ts'
import styles from './companies.module.css'

type EditCompanyProps = { kind: CompanyKind; companyId: string; onClose: () => void }

/** The form that opens below a row (R187). */
export function EditCompany({ kind, companyId, onClose }: EditCompanyProps) {
  const company = useCall(getCompany, { params: { id: companyId } })
  if (company.error) return <FailureNote failure={company.error} onRetry={company.refetch} />
  if (!company.data || company.isFetching) return <Skeleton height={220} m="md" />
  return <EditForm kind={kind} company={company.data.data} onClose={onClose} />
}

function EditForm({ kind, company, onClose }: { kind: CompanyKind; company: CompanyDetail; onClose: () => void }) {
  const t = useT()
  const server = useCompanyEdit(kind, company, onClose)
  const { formRef, onSubmit, submitting, submitError } = server
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={styles.form}>
      <div className={styles.fields}>
        <CompanyFields
          kind={kind}
          server={server}
          companyId={company.company_id}
          isInvited={company.status === 'invited'}
        />
      </div>
      <div className={styles.footer}>
        <SubmitError failure={submitError} />
        <Button variant="default" onClick={onClose} disabled={submitting}>
          {t('Cancel')}
        </Button>
        <Button type="submit" loading={submitting}>
          {kind === 'agency' ? t('Save agency') : t('Save client')}
        </Button>
      </div>
    </form>
  )
}
