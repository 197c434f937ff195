/**
 * A bar that stays at the foot of the window, or of a dialog, lies over what scrolls beneath it. As the `ref` of the bar, this tells
 * its height to the page: what gets the focus stops above it (`--foot` in `base.css`).
 */
export function bottomBar(bar: HTMLElement | null) {
  if (!bar) return undefined
  const place = bar.closest('dialog') ?? document.documentElement
  const bars = barsOf.get(place) ?? new Map<Element, number>()
  barsOf.set(place, bars)
  const tell = () => place.style.setProperty('--foot', `${Math.max(0, ...bars.values())}px`)
  const observer = new ResizeObserver(() => {
    const stays = /fixed|sticky/.test(getComputedStyle(bar).position)
    bars.set(bar, stays ? bar.offsetHeight : 0)
    tell()
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    bars.delete(bar)
    tell()
  }
}

/** The heights of the bars by what they lie over: on a telephone that of decisions lies over that of the screens. */
const barsOf = new WeakMap<Element, Map<Element, number>>()
