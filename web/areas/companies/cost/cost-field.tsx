import { TextInput } from '@mantine/core'
import type { ClipboardEvent } from 'react'
import type { Module } from '#contract/campaigns/modules.ts'
import { costField, type CostKind } from '#contract/pricing/cost.ts'
import type { PaymentTerm } from '#contract/tenants/selections.ts'
import { useT } from '../../../i18n/texts.tsx'
import type { ServerForm } from '../../../shells/server-form.ts'
import { cleanPrice, textOfPrice } from '../../campaigns/setup/price-text.ts'
import { kindTexts, termSuffixes } from './cost-texts.ts'
import { floorOf, leftCost, type CostValues, type Floor } from './cost-values.ts'

/** Price inputs take no pasted text and give none away (R223). */
const refuse = (event: ClipboardEvent): void => event.preventDefault()

type CostFieldProps = {
  server: ServerForm<CostValues>
  floor: Floor
  term: PaymentTerm
  module: Module
  kind: CostKind
}

/** One price in dollars. Left below the floor it goes back to it and says so (R224). */
export function CostInput({ server: { form }, floor, term, module, kind }: CostFieldProps) {
  const t = useT()
  const path = `${term}.${costField(module, kind)}`
  const { onChange: _change, onBlur: _blur, value, error, ...props } = form.getInputProps(path)
  const suffix = kind === 'PlatformFee' ? termSuffixes[term] : null
  const leave = (): void => {
    const left = leftCost(kind, String(value))
    const least = floorOf(floor, term, module, kind)
    const isBelow = least !== null && Number(left) < least
    form.setFieldValue(path, isBelow ? textOfPrice(least) : left)
    if (isBelow) form.setFieldError(path, t('*Cost Per Lead Minimum {value}', { value: textOfPrice(least) }))
  }
  return (
    <TextInput
      label={suffix ? `${t(kindTexts[kind])} ${t(suffix)}` : t(kindTexts[kind])}
      leftSection="$"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={10}
      {...props}
      value={String(value)}
      error={error}
      onChange={(event) => form.setFieldValue(path, cleanPrice(event.currentTarget.value))}
      onBlur={leave}
      onCopy={refuse}
      onCut={refuse}
      onPaste={refuse}
    />
  )
}
