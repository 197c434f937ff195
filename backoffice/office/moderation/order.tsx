import { Icon } from '../../kit/ui/icon.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { type DeskAddress, ORDERS, orderOf } from './address.ts'
import css from './order.module.css'
import { t } from './texts.ts'

/** The order of the list. The usual one of the tab needs no parameter. */
export const Order = ({
  address,
  isUrgentFirst,
  onChange,
}: {
  readonly address: DeskAddress
  readonly isUrgentFirst: boolean | undefined
  onChange(order: DeskAddress['tri']): void
}) => (
  <span className={`flex middle last fits gap-6 ${css.order}`}>
    <Icon name="sort" small />
    <select
      className="fits round"
      aria-label={t.orderBy}
      value={orderOf(address, isUrgentFirst)}
      onChange={({ currentTarget: { value } }) => {
        const isUsual = value === orderOf({ ...address, tri: undefined }, isUrgentFirst)
        onChange(isUsual ? undefined : ORDERS.find(one => one === value))
      }}
    >
      <Options of={ORDERS.map(one => [one, t.order[one]])} />
    </select>
  </span>
)
