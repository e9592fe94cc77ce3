import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { maxMiles } from '#contract/campaigns/shapes.ts'
import type { CallFailure } from '../../../../api/failure.ts'
import { translateSentence, useT } from '../../../../i18n/texts.tsx'
import styles from './map.module.css'
import { problemsOf, withoutLastPoint, type ShapeValues } from './shape-values.ts'

type ShapeFieldsProps = {
  values: ShapeValues
  /** The server's error for this shape. */
  failure: CallFailure | null
  onChange: (values: ShapeValues) => void
}

/** The shape as text fields: for keyboard users, for pasting, and to check what was drawn. */
export function ShapeFields({ values, failure, onChange }: ShapeFieldsProps) {
  const t = useT()
  const errorOf = (field: 'center' | 'miles' | 'points'): string | undefined => {
    const problem = problemsOf(values)[field]
    return problem === undefined ? failure?.fields[field] : translateSentence(problem)
  }
  if (values.kind === 'area')
    return (
      <div>
        <Textarea
          label={t('Corners')}
          description={t('Latitude and longitude, one corner per line, such as 41.88, -87.63.')}
          rows={4}
          dir="ltr"
          spellCheck={false}
          value={values.points}
          error={errorOf('points')}
          onChange={(event) => onChange({ ...values, points: event.currentTarget.value })}
        />
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          disabled={values.points.trim() === ''}
          onClick={() => onChange(withoutLastPoint(values))}
        >
          {t('Remove last corner')}
        </Button>
      </div>
    )
  return (
    <div className={styles.radius}>
      <TextInput
        label={t('Center')}
        description={t('A ZIP code, or latitude and longitude.')}
        placeholder="60601"
        dir="ltr"
        spellCheck={false}
        value={values.center}
        error={errorOf('center')}
        onChange={(event) => onChange({ ...values, center: event.currentTarget.value })}
      />
      <NumberInput
        label={t('Miles')}
        description={t('From 1 to {most}.', { most: maxMiles })}
        min={1}
        max={maxMiles}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={values.miles}
        error={errorOf('miles')}
        onChange={(miles) => onChange({ ...values, miles: String(miles) })}
      />
    </div>
  )
}
