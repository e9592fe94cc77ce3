import { useT } from '../../../i18n/texts.tsx'
import { WideTable } from '../../../ui/wide-table.tsx'
import type { Field } from './api-document.ts'
import styles from './portal.module.css'

type FieldTableProps = {
  title: string
  fields: readonly Field[]
  /** Response fields are always present, so none is marked required; the table starts collapsed. */
  isAnswer?: boolean
}

/** Fields with their types and bounds. */
export function FieldTable({ title, fields, isAnswer = false }: FieldTableProps) {
  const t = useT()
  if (fields.length === 0) return null
  return (
    <details className={styles.details} open={!isAnswer}>
      <summary>{title}</summary>
      <WideTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Type')}</th>
            <th scope="col">{t('Meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, type, bounds, required, description }) => (
            <tr key={name}>
              <th scope="row">
                <bdi dir="ltr" className={styles.code}>
                  {name}
                </bdi>
                {required && !isAnswer && <small className={styles.statuses}>{t('Required')}</small>}
              </th>
              <td>
                <bdi dir="ltr" className={styles.code}>
                  {type}
                </bdi>
                {bounds && (
                  <small className={styles.statuses}>
                    <bdi dir="ltr">{bounds}</bdi>
                  </small>
                )}
              </td>
              <td>{description && t(description)}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </details>
  )
}
