/** All entities of the billing database. */
import { MembershipEntity } from '@tessera/kit/access/memberships';
import { OrganizationEntity } from './access/organizations/entity.ts';
import { BenefitEntity } from './catalog/benefits/entity.ts';
import { CustomFieldEntity, CustomFieldRenameEntity } from './catalog/custom-fields/entity.ts';
import {
  DiscountCodeEntity,
  DiscountEntity,
  DiscountProductEntity,
  DiscountRedemptionEntity,
} from './catalog/discounts/entity.ts';
import { MeterEntity } from './catalog/meters/entity.ts';
import { ProductBenefitEntity, ProductEntity, ProductPriceEntity } from './catalog/products/entity.ts';
import { CheckoutLinkEntity } from './checkout-links/entity.ts';
import { CheckoutEntity } from './checkouts/entity.ts';
import { BalanceEntity } from './customers/balance.ts';
import { CustomerEntity } from './customers/entity.ts';
import { GrantEntity } from './entitlements/grants/entity.ts';
import { LicenseKeyActivationEntity, LicenseKeyEntity } from './entitlements/license-keys/entity.ts';
import { FileEntity } from './files/entity.ts';
import { InvoiceEntity } from './invoices/entity.ts';
import { NotificationSettingsEntity } from './notifications/entity.ts';
import { OrderEntity, OrderItemEntity } from './orders/entity.ts';
import { PaymentAccountEntity } from './payments/accounts/entity.ts';
import { PaymentEntity } from './payments/entity.ts';
import { PaymentMethodEntity } from './payments/methods/entity.ts';
import { PriceChangeEntity } from './price-changes/entity.ts';
import { RefundEntity } from './refunds/entity.ts';
import { RenewalEntity } from './renewals/entity.ts';
import { SellerDetailsEntity } from './sellers/entity.ts';
import { SubscriptionEntity, SubscriptionMeterEntity } from './subscriptions/entity.ts';
import { SubscriptionEntryEntity } from './subscriptions/entries.ts';
import { TaxRegistrationEntity } from './taxes/entity.ts';
import { UsageAlertEntity } from './usage/alerts/entity.ts';
import { BackfillEntity } from './usage/counting/backfills.ts';
import { CustomerMeterEntity } from './usage/customer-meters/entity.ts';
import { UsageEntryEntity } from './usage/entries/entity.ts';

export const entities = [
  MembershipEntity,
  OrganizationEntity,
  NotificationSettingsEntity,
  SellerDetailsEntity,
  TaxRegistrationEntity,
  ProductEntity,
  ProductPriceEntity,
  ProductBenefitEntity,
  BenefitEntity,
  CustomFieldEntity,
  CustomFieldRenameEntity,
  MeterEntity,
  DiscountEntity,
  DiscountProductEntity,
  DiscountCodeEntity,
  DiscountRedemptionEntity,
  FileEntity,
  CustomerEntity,
  BalanceEntity,
  CheckoutEntity,
  CheckoutLinkEntity,
  PaymentEntity,
  PaymentMethodEntity,
  PaymentAccountEntity,
  OrderEntity,
  OrderItemEntity,
  PriceChangeEntity,
  RefundEntity,
  RenewalEntity,
  InvoiceEntity,
  SubscriptionEntity,
  SubscriptionMeterEntity,
  SubscriptionEntryEntity,
  GrantEntity,
  LicenseKeyEntity,
  LicenseKeyActivationEntity,
  BackfillEntity,
  CustomerMeterEntity,
  UsageAlertEntity,
  UsageEntryEntity,
];
