/** Every row that billing owns. */
import { BenefitEntity } from './benefits/entity.ts';
import { CheckoutEntity } from './checkouts/entity.ts';
import { CustomerEntity } from './customers/entity.ts';
import { GrantEntity } from './grants/entity.ts';
import { MembershipEntity } from './memberships/entity.ts';
import { OrderEntity, OrderItemEntity } from './orders/entity.ts';
import { OrganizationEntity } from './organizations/entity.ts';
import { PaymentEntity } from './payments/entity.ts';
import { ProductBenefitEntity, ProductEntity, ProductPriceEntity } from './products/entity.ts';
import { SubscriptionEntity } from './subscriptions/entity.ts';

export const entities = [
  MembershipEntity,
  OrganizationEntity,
  ProductEntity,
  ProductPriceEntity,
  ProductBenefitEntity,
  BenefitEntity,
  CustomerEntity,
  CheckoutEntity,
  PaymentEntity,
  OrderEntity,
  OrderItemEntity,
  SubscriptionEntity,
  GrantEntity,
];
