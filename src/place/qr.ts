import { encode } from 'uqr'
import { type Html, html } from './html.ts'

/** In capitals a code has fewer dots, and is read from further away: short addresses may be written so. */
export function code(address: string): Html {
  const isShort = new URL(address).pathname.startsWith('/p/')
  const { data, size } = encode(isShort ? address.toUpperCase() : address, { ecc: 'M', border: 0 })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" role="img" aria-label="QR code de cette page" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#111" d="${dots.join('')}"/></svg>`
}
