import { useQueries } from '@tanstack/react-query'
import { readBannerPicture } from '#contract/banners/banners.ts'
import { picturesOf, type Drawing } from '#contract/banners/drawing.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/hooks.ts'
import type { Pictures } from './banner-svg.tsx'

/** Loads the pictures used in drawings. Pictures never change, so each is loaded only once. */
export function usePictures(drawings: readonly Drawing[], also: readonly string[] = []): Pictures {
  const ids = [...new Set([...drawings.flatMap(picturesOf), ...also])]
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: keyOf(readBannerPicture, { params: { id } }),
      queryFn: () => call(readBannerPicture, { params: { id } }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data ? [[data.data.id, data.data.image] as const] : []))),
  })
}
