import { Button, SegmentedControl } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { maxConditions, type Part } from '#contract/audiences/definition.ts'
import { useT } from '../../i18n/texts.tsx'
import { FormSection } from '../../shells/form-page.tsx'
import { emptyCondition, type AudienceValues, type Side } from './audience-form.ts'
import styles from './audiences.module.css'
import { ConditionLine } from './condition-line.tsx'

type PartSectionProps = {
  form: UseFormReturnType<AudienceValues>
  side: Side
  title: string
  description: string
  states: readonly { value: string; label: string }[]
}

/** The conditions of one side, and whether all or any of them must match. */
export function PartSection({ form, side, title, description, states }: PartSectionProps) {
  const t = useT()
  const lines = form.values[side]
  const match = side === 'include' ? 'includeMatch' : 'excludeMatch'
  return (
    <FormSection title={title} description={description}>
      <div data-wide className={styles.part}>
        {lines.length > 1 && (
          <SegmentedControl
            aria-label={t('How many conditions must be met')}
            value={form.values[match]}
            onChange={(next) => form.setFieldValue(match, next as Part['match'])}
            data={[
              { value: 'all', label: t('All conditions') },
              { value: 'any', label: t('Any condition') },
            ]}
          />
        )}
        {lines.map((line, at) => (
          <ConditionLine key={line.key} form={form} side={side} at={at} states={states} />
        ))}
        {form.errors[side] && (
          <p className={styles.error} role="alert">
            {form.errors[side]}
          </p>
        )}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={2} />}
          disabled={lines.length >= maxConditions}
          aria-label={side === 'include' ? t('Add a condition to include') : t('Add a condition to exclude')}
          onClick={() => form.insertListItem(side, emptyCondition(side === 'include' ? 'visited' : 'lead'))}
        >
          {t('Add a condition')}
        </Button>
      </div>
    </FormSection>
  )
}
