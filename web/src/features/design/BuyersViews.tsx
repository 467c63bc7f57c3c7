import { renderMarkdown } from '@tessera/proto/api/markdown';
import {
  BuyersBenefit,
  BuyersDescription,
  BuyersNote,
  BuyersNotes,
  SellersView,
} from '../../shared/BuyersView.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { longName } from './made-up.ts';
import { Columns, State } from './States.tsx';

export const BuyersViews = () => (
  <Section title="Views for buyers">
    <Columns>
      <State name="A subscription, by usage too">
        <SellersView
          label="A subscription, by usage too"
          seller={{ name: 'Northwind', logo: null, accent: '#b3541e' }}
          picture={undefined}
          name="Atlas Pro"
          price="$29.00 / month"
          act="subscribe"
          trial="14 days"
          benefits={
            <>
              <BuyersBenefit description="Access to the private forum" />
              <BuyersBenefit description="Three license keys" />
            </>
          }
        >
          <BuyersNotes>
            <BuyersNote text="Maps up to 1,000: $0.10 per unit" />
            <BuyersNote text="Maps above 1,000: $0.05 per unit" />
          </BuyersNotes>
          <BuyersDescription html={renderMarkdown('Maps of **every** place.')} />
        </SellersView>
      </State>
      <State name="Bought once, long names">
        <SellersView
          label="Bought once, long names"
          seller={{ name: longName, logo: null, accent: null }}
          picture={undefined}
          name={`Atlas of ${longName}`}
          price="$1,234,567.00"
          act="pay"
          benefits={<BuyersBenefit description={longName} />}
        />
      </State>
      <State name="For nothing, and nothing written yet">
        <SellersView
          label="For nothing, and nothing written yet"
          seller={{ name: 'Northwind', logo: null, accent: null }}
          picture={undefined}
          name="Product name"
          price="Free"
          act="free"
          benefits={null}
        />
      </State>
    </Columns>
  </Section>
);
