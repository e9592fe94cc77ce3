import { ActionIcon, Tooltip, type InputWrapperProps } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { useT } from '../../../i18n/texts.tsx'
import { FormSection } from '../../../shells/form-page.tsx'
import { AmountField } from '../../../shells/amount-field.tsx'
import { MoneyInput } from '../../../shells/money-input.tsx'
import { textOfPrice } from '../../../shells/price-text.ts'
import type { SectionProps } from './section-props.ts'
import styles from './setup.module.css'

/** The two fields share a row, so their descriptions go below. */
const order: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'error', 'description']

type Prices = {
  /** Dollars; undefined before the campaign is created, and for users who may not see it. */
  wholesale: number | undefined
  maySetPrices: boolean
  /** Dollars; the client's default price, unless the campaign has its own. Undefined until known. */
  ofClient: number | undefined
  /** Other options that affect the price. */
  children: ReactNode
}

export function PriceSection({ form, wholesale, maySetPrices, ofClient, children }: SectionProps & Prices) {
  const t = useT()
  const price = form.values.price
  return (
    <FormSection title={t('Price')} description={t('What one lead costs. Existing leads keep their price.')}>
      <AmountField
        form={form}
        name="price"
        label={t('Retail price per lead')}
        inputWrapperOrder={order}
        description={
          maySetPrices
            ? t('What the client pays you. Leave blank to follow the client’s price.')
            : t('Set by your agency.')
        }
        readOnly={!maySetPrices}
        placeholder={ofClient === undefined ? t('The client’s price') : textOfPrice(ofClient)}
        classNames={maySetPrices ? {} : { input: styles.fixed }}
        rule="price"
        decimals={4}
        optional
        rightSection={
          maySetPrices && price !== '' ? (
            <Tooltip label={t('Follow the client’s price')}>
              <ActionIcon aria-label={t('Follow the client’s price')} onClick={() => form.setFieldValue('price', '')}>
                <IconRefresh size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          ) : null
        }
      />
      {wholesale !== undefined && (
        <MoneyInput
          label={t('Wholesale price per lead')}
          inputWrapperOrder={order}
          description={t('What you pay for a lead.')}
          rule="price"
          value={textOfPrice(wholesale)}
          onChange={() => undefined}
          readOnly
          classNames={{ input: styles.fixed }}
        />
      )}
      {children}
      <Margin price={price || (ofClient === undefined ? '' : textOfPrice(ofClient))} wholesale={wholesale} />
    </FormSection>
  )
}

function Margin({ price, wholesale }: { price: string; wholesale: number | undefined }) {
  const t = useT()
  const format = useFormat()
  const margin = Number(price) - (wholesale ?? 0)
  if (wholesale === undefined || price === '' || !(margin >= 0)) return null
  return (
    <p data-wide role="status" className={styles.line}>
      {t('You keep {amount} of each lead.', { amount: isolate(format.price(Math.round(margin * 10_000))) })}
    </p>
  )
}
