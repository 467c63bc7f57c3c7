import { day, money } from '../../buyers/prices/format.ts';
import { OrderNumber } from '../../buyers/prices/OrderNumber.tsx';
import type { Order } from '../api.ts';
import { Badge } from '../ui/Badge.tsx';
import { Row, Rows } from '../ui/Rows.tsx';
import { orderStanding } from './describe.ts';

/** A list of orders. Paid ones have no badge. */
export const OrderRows = ({ orders }: { orders: Order[] }) => (
  <Rows>
    {orders.map((order) => (
      <Row
        key={order.id}
        to={['orders', order.id]}
        name={order.product.name}
        note={
          <>
            {day(order.createdAt)} · <OrderNumber number={order.invoiceNumber} />
          </>
        }
        end={
          <>
            <span>{money(order.totalAmount, order.currency)}</span>
            {order.status !== 'paid' && <Badge {...orderStanding(order)} />}
          </>
        }
      />
    ))}
  </Rows>
);
