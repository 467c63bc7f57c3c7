/**
 * The header `Idempotency-Key`: a POST repeated with the same key by the same caller within a day is executed once,
 * by any replica, and gets the first reply. A request interrupted by a crash is executed again only if it had changed
 * nothing: each of its transactions marks that itself.
 */
import { withCommitMark } from '@tessera/kit/background/commit-mark';
import { callerOf } from '@tessera/kit/http/passport';
import type { Request, RequestHandler, Response } from 'express';
import type { Billing } from '../billing.ts';
import { type Claim, claimKey, findKey, keepReply, markEffect, releaseKey } from './entity.ts';
import { idempotencyErrors, refuseInFlight, refuseKey, refuseReused } from './errors.ts';
import { fingerprintOf, idOf, isKept, isKey, ownerOf, seal, unseal } from './rules.ts';

const keptMilliseconds = 86_400_000;

type Keyed = { owner: string; key: string; fingerprint: string };

/** Middleware before the routes of the API. */
export const honourKeys =
  (billing: Billing): RequestHandler =>
  async (req, res, next) => {
    const key = req.get('idempotency-key');
    if (req.method !== 'POST' || key === undefined) return next();
    const owner = ownerOf(callerOf(req), req.path);
    if (owner === null) return next();
    if (!isKey(key)) throw refuseKey();
    const fingerprint = fingerprintOf({ path: req.path, query: req.query, body: req.body as unknown });
    const keyed = { owner, key, fingerprint };
    const now = billing.now();
    const expiresAt = new Date(now.getTime() + keptMilliseconds);
    const claim = await claimKey(billing.db, { id: idOf(owner, key), fingerprint, now, expiresAt });
    if (!claim) return answerAsBefore(billing, res, keyed);
    carryOut(billing, { req, res, keyed, claim }, next);
  };

const answerAsBefore = async (billing: Billing, res: Response, keyed: Keyed): Promise<void> => {
  const known = await findKey(billing.db, idOf(keyed.owner, keyed.key));
  if (!known) throw refuseInFlight();
  if (known.fingerprint !== keyed.fingerprint) throw refuseReused();
  if (known.isCutOff) throw idempotencyErrors.idempotency_outcome_unknown();
  if (known.status === null || known.reply === null) throw refuseInFlight();
  res.status(known.status);
  res.setHeader('idempotency-replayed', 'true');
  const text = unseal(keyed.owner, keyed.key, known.reply);
  if (text !== '') res.setHeader('content-type', 'application/json');
  res.end(text);
};

type Work = { req: Request; res: Response; keyed: Keyed; claim: Claim };

/** Executes the request; its reply is stored before it is sent. */
const carryOut = (billing: Billing, { res, keyed, claim }: Work, next: () => void): void => {
  let isAnswered = false;
  const send = res.end.bind(res) as (body?: unknown) => Response;
  res.end = ((body?: unknown) => {
    if (isAnswered) return send(body);
    isAnswered = true;
    const text = typeof body === 'string' ? body : '';
    const { statusCode: status } = res;
    const kept = isKept(status)
      ? keepReply(billing.db, claim, { status, reply: seal(keyed.owner, keyed.key, text) })
      : releaseKey(billing.db, claim);
    void kept
      .catch((error: unknown) => billing.log.error({ err: error }, 'the answer to a key could not be kept'))
      .finally(() => send(body));
    return res;
  }) as typeof res.end;
  const mark = async (em: Parameters<typeof markEffect>[0]): Promise<void> => {
    // Work that continues after the reply is no longer part of the request.
    if (isAnswered || (await markEffect(em, claim))) return;
    throw refuseInFlight();
  };
  withCommitMark(mark, next);
};
