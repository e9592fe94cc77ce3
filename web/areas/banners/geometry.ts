export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Guides {
  /** Positions of the vertical and horizontal guide lines; null for none. */
  x: number | null
  y: number | null
}

const near_px = 4

interface Near {
  by: number
  at: number
}

/** The smallest move within `reach` that aligns one of the box's own lines with one of the other lines. */
function nearest(edges: readonly number[], lines: readonly number[], reach: number): Near | null {
  let best: Near | null = null
  for (const mine of edges)
    for (const at of lines) {
      const by = at - mine
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at }
    }
  return best
}

const across = ({ x, width }: Box): number[] => [x, x + width / 2, x + width]
const down = ({ y, height }: Box): number[] => [y, y + height / 2, y + height]

/** Snaps a box to edges and centers of the other boxes and the banner. `scale`: screen pixels per banner pixel. */
export function snap(box: Box, others: readonly Box[], banner: Box, scale: number): { box: Box; guides: Guides } {
  const all = [banner, ...others]
  const x = nearest(across(box), all.flatMap(across), near_px / scale)
  const y = nearest(down(box), all.flatMap(down), near_px / scale)
  return {
    box: { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) },
    guides: { x: x?.at ?? null, y: y?.at ?? null },
  }
}

/** A resize handle by its position: -1, 0 or 1 horizontally and vertically. */
export interface Handle {
  across: -1 | 0 | 1
  down: -1 | 0 | 1
}

export const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((vertical) =>
  ([-1, 0, 1] as const).flatMap((level) => (vertical === 0 && level === 0 ? [] : [{ across: level, down: vertical }])),
)

const least = 4
const turn = (x: number, y: number, degrees: number): [number, number] => {
  const by = (degrees * Math.PI) / 180
  return [x * Math.cos(by) - y * Math.sin(by), x * Math.sin(by) + y * Math.cos(by)]
}

/**
 * Resizes a box by dragging a handle, in banner pixels. The opposite side stays in place, even if the box is rotated.
 * `keepsShape` preserves the aspect ratio at corners.
 */
export function resize(
  box: Box & { rotation: number },
  handle: Handle,
  [dx, dy]: readonly [number, number],
  keepsShape: boolean,
): Box {
  const [localX, localY] = turn(dx, dy, -box.rotation)
  let width = Math.max(least, box.width + localX * handle.across)
  let height = Math.max(least, box.height + localY * handle.down)
  if (keepsShape && handle.across !== 0 && handle.down !== 0) {
    const by = Math.max(width / box.width, height / box.height)
    width = Math.max(least, box.width * by)
    height = Math.max(least, box.height * by)
  }
  const [moveX, moveY] = turn(
    ((width - box.width) / 2) * handle.across,
    ((height - box.height) / 2) * handle.down,
    box.rotation,
  )
  const x = box.x + box.width / 2 + moveX - width / 2
  const y = box.y + box.height / 2 + moveY - height / 2
  return roundBox({ x, y, width, height })
}

export const roundBox = ({ x, y, width, height }: Box): Box => ({
  x: inTenths(x),
  y: inTenths(y),
  width: inTenths(width),
  height: inTenths(height),
})

const inTenths = (value: number): number => Math.round(value * 10) / 10
