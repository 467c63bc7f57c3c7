/** Combines all processors: each request goes to the processor of its place. */
import { Router } from '@tessera/kit/http/router';
import type { EntityManager } from 'typeorm';
import type { Accounts } from './accounts/accounts.ts';
import type { ChosenPlace, PaymentPlace, PlaceState } from './place.ts';
import type { PaymentProcessor, Payments, Processors } from './processor.ts';

type Parts = {
  processors: Processors;
  /** The connected Stripe accounts. */
  accounts: Accounts;
  /** The processor for organizations where no account applies. */
  otherwise: 'sandbox' | 'none';
};

export const createPayments = ({ processors, accounts, otherwise }: Parts): Payments => {
  const at = ({ processor }: PaymentPlace): PaymentProcessor => processors[processor];
  // A Set, since one processor may stand for two names where there is no sandbox.
  const all = [...new Set(Object.values(processors))];
  return {
    charge: (request) => at(request.place).charge(request),
    chargeSaved: (request) => at(request.place).chargeSaved(request),
    saveMethod: (request) => at(request.place).saveMethod(request),
    findCharge: (place, id) => at(place).findCharge(place, id),
    cancelCharge: (place, id) => at(place).cancelCharge(place, id),
    refund: (request) => at(request.place).refund(request),
    findRefund: (place, id) => at(place).findRefund(place, id),
    detachMethod: (place, id) => at(place).detachMethod(place, id),
    routes: all.reduce((router, { routes }) => router.use(routes), Router()),
    webhooks: all.reduce((router, { webhooks }) => router.use(webhooks), Router()),
    listen: (listener, roles) => {
      const parts = all.map((processor) => processor.listen(listener, roles));
      return { stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) };
    },
    placesOf: async (em, organizationIds) => {
      const connected = await accounts.findChosen(em, organizationIds);
      return new Map(
        organizationIds.map((id): [string, ChosenPlace] => [
          id,
          connected.get(id) ?? elsewhere(id, otherwise),
        ]),
      );
    },
    placeOf: async (em, id) => (await accounts.findChosen(em, [id])).get(id) ?? elsewhere(id, otherwise),
    stateOf: (em, place) => stateOf(accounts, em, place),
  };
};

const elsewhere = (organizationId: string, processor: 'sandbox' | 'none'): ChosenPlace => ({
  organizationId,
  processor,
  account: null,
  publicFacts: { processor },
});

const stateOf = async (accounts: Accounts, em: EntityManager, place: PaymentPlace): Promise<PlaceState> => {
  if (place.processor !== 'stripe') return place.processor === 'sandbox' ? 'test' : 'gone';
  const account = await accounts.find(em, place);
  if (!account) return 'gone';
  return account.isTestMode ? 'test' : 'live';
};
