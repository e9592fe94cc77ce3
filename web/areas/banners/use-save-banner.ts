import { getBanner, saveBanner, showBanners, type Banner } from '#contract/banners/banners.ts'
import type { AnswerOf, BodyOf } from '#contract/core/operation.ts'
import type { CallFailure } from '../../api/failure.ts'
import { useAction } from '../../api/hooks.ts'
import { msg } from '../../i18n/texts.tsx'
import type { ServerForm } from '../../shells/server-form.ts'

type Sent = Omit<BodyOf<typeof saveBanner>, 'version'>

const labels = { drawing: msg('Banner'), name: msg('Name'), click_url: msg('Click-through URL') }

export type BannerSaving = {
  save: () => void
  isSaving: boolean
  error: CallFailure | null
  /** What to show above the designer, with the choices if somebody else has saved the banner since it was read. */
  problem: Pick<ServerForm<Record<string, unknown>>, 'conflict' | 'submitError'>
}

/** Saves a banner as a new version of the one that it is based on. */
export function useSaveBanner({
  banner,
  getValues,
  onSaved,
  onReload,
}: {
  banner: Banner
  /** The designer's current values. */
  getValues: () => Sent
  onSaved: (answer: AnswerOf<typeof saveBanner>, sent: Sent) => void
  /** Discards the input and shows the stored banner. */
  onReload: () => void
}): BannerSaving {
  const action = useAction(saveBanner, { invalidates: [showBanners, getBanner] })
  const { error, isPending } = action
  const send = (version: number): void => {
    if (isPending) return
    const values = getValues()
    action.mutate(
      { params: { id: banner.id }, body: { ...values, version } },
      { onSuccess: (answer) => onSaved(answer, values) },
    )
  }
  const current = error?.change?.current
  const conflict =
    error && current !== undefined
      ? { failure: error, labels, overwrite: () => send(Number(current)), reload: onReload, dismiss: action.reset }
      : null
  return {
    save: () => send(banner.version),
    isSaving: isPending,
    error,
    problem: { conflict, submitError: conflict ? null : error },
  }
}
