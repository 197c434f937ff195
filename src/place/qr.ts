import { encode } from 'uqr'
import { remembered } from '../kernel/values/remembered.ts'
import { html } from './html.ts'

/** Each is some kilobytes, and takes half a millisecond to find. */
const MOST = 1_000

/** In capitals a code has fewer dots, and is read from further away: short addresses may be written so. */
export const qrCode = remembered(address => {
  const isShort = new URL(address).pathname.startsWith('/p/')
  const { data, size } = encode(isShort ? address.toUpperCase() : address, { ecc: 'M', border: 0 })
  const dots = data.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  return html`<svg class="qr" role="img" aria-label="QR code de cette page" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#111" d="${dots.join('')}"/></svg>`
}, MOST)
