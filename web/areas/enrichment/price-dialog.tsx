import { buyEnrichment, listEnrichments, readEnrichment, type Enrichment } from '#contract/enrichment/enrichments.ts'
import { useAction, useCall } from '../../api/hooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useT } from '../../i18n/texts.tsx'
import { ConfirmDialog } from '../../shells/confirm-dialog.tsx'
import { DetailList } from '../../shells/detail-list.tsx'
import { FailureNote } from '../../shells/failure-note.tsx'
import { notifyAndClose } from '../../shells/notify.tsx'
import { Bdi } from '../../ui/bdi.tsx'
import styles from './enrichment.module.css'

/** The matches and their price. The list is bought on confirmation, at the price shown. */
export function PriceDialog({ list, onClose }: { list: Enrichment; onClose: () => void }) {
  const t = useT()
  const format = useFormat()
  const answer = useCall(readEnrichment, { params: { id: list.id } }, { alwaysFresh: true })
  const offer = answer.data?.data
  const quote = offer?.quote
  const buy = useAction(buyEnrichment, {
    invalidates: [listEnrichments],
    onDone: notifyAndClose(onClose),
  })
  const total = quote ? format.money(Math.round(quote.total * 100)) : '…'
  const confirm = (): void => {
    if (!quote) return
    // The price or the number of people has changed: refetch the quote and show it next to the error.
    buy.mutate(
      { params: { id: list.id }, body: { quote_id: quote.quote_id } },
      { onError: () => void answer.refetch() },
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Buy the matches for {name}?', { name: isolate(list.name) })}
      confirmLabel={t('Buy for {total}', { total })}
      danger={false}
      onConfirm={confirm}
      submitting={buy.isPending}
      submitError={buy.error}
    >
      {answer.error && !answer.data && <FailureNote failure={answer.error} onRetry={answer.refetch} />}
      <p className={styles.about}>
        {list.campaignId === null
          ? t('Each person is charged once, even if listed several times. Unmatched rows are free.')
          : t('Additional information is added to the leads. Leads with nothing to add are free.')}
      </p>
      <DetailList
        loading={!offer}
        items={[
          { label: t('Rows'), value: offer && <Bdi>{format.number(offer.rows_total)}</Bdi> },
          { label: t('Rows matched'), value: offer && <Bdi>{format.number(offer.rows_matched)}</Bdi> },
          { label: t('People'), value: offer && <Bdi>{format.number(offer.people)}</Bdi> },
          {
            label: t('Price per person'),
            value: quote && <Bdi>{format.price(Math.round(quote.unit_price * 10_000))}</Bdi>,
          },
          { label: t('Total'), value: quote && <Bdi>{total}</Bdi> },
        ]}
      />
    </ConfirmDialog>
  )
}
