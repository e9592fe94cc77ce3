/** Whether an element's text ends in an ellipsis, at the end of its line or of the last of its lines. */
const isClipped = (one: HTMLElement): boolean =>
  (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow === 'ellipsis') ||
  (one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).webkitLineClamp !== 'none')

/** The innermost ancestor whose text is truncated with an ellipsis and that has no title of its own. */
function clippedAround(from: Element): HTMLElement | null {
  for (let one: Element | null = from; one && one !== document.body; one = one.parentElement) {
    if (!(one instanceof HTMLElement)) continue
    if (one.title !== '' && one.dataset['clipped'] === undefined) return null
    if (isClipped(one)) return one
  }
  return null
}

const textOf = (element: HTMLElement): string =>
  (element instanceof HTMLInputElement ? element.value : element.innerText).replaceAll(/\s+/g, ' ').trim()

/** Updates the title on each event, because the text may fit by now or have changed. */
function title({ target }: Event): void {
  if (!(target instanceof Element)) return
  const element = clippedAround(target)
  if (element) {
    element.title = textOf(element)
    element.dataset['clipped'] = ''
    return
  }
  const before = target.closest<HTMLElement>('[data-clipped]')
  before?.removeAttribute('title')
  before?.removeAttribute('data-clipped')
}

/** Shows truncated text in full on hover or focus, anywhere in the page. */
export function titleClippedTexts(): () => void {
  document.addEventListener('pointerover', title)
  document.addEventListener('focusin', title)
  return () => {
    document.removeEventListener('pointerover', title)
    document.removeEventListener('focusin', title)
  }
}
