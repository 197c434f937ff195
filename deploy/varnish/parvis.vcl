# /etc/varnish/parvis.vcl: a cache for the pages of residents, which Parvis tells what changed. Needs varnish-modules. TLS ends before it
# (Caddy, nginx, hitch), which passes on the visitor's address in X-Forwarded-For (docs/national.md).
vcl 4.1;

import std;
import xkey;

backend parvis {
	.host = "127.0.0.1";
	.port = "3000";
	.connect_timeout = 2s;
	.first_byte_timeout = 60s;
	.probe = {
		.url = "/healthz";
		.interval = 2s;
	}
}

# The workers of Parvis, which call PLACE_PURGE_URL.
acl workers {
	"127.0.0.1";
}

sub vcl_recv {
	if (req.url == "/purge" && req.method == "POST") {
		# PLACE_PURGE_KEY.
		if (client.ip !~ workers || req.http.Authorization != "Bearer change-this-key-of-the-cache") {
			return (synth(401));
		}
		set req.http.X-Purged = xkey.purge(req.http.Surrogate-Key);
		return (synth(204));
	}
	# Pages alone: the rest of the service answers each its own.
	if (req.url !~ "^/place(/|\?|$)" || (req.method != "GET" && req.method != "HEAD")) {
		return (pass);
	}
	# Nothing in them depends on a cookie.
	unset req.http.Cookie;
	# A page that has ended is shown while the next is made; for an hour while Parvis is away.
	if (std.healthy(req.backend_hint)) {
		set req.grace = 60s;
	}
	return (hash);
}

sub vcl_backend_response {
	# Those that the pages name; others end after their seconds.
	if (beresp.http.Surrogate-Key) {
		set beresp.http.xkey = beresp.http.Surrogate-Key;
	}
	set beresp.grace = 1h;
}

sub vcl_deliver {
	unset resp.http.xkey;
	unset resp.http.Surrogate-Key;
	unset resp.http.Cache-Tag;
	unset resp.http.Surrogate-Control;
	unset resp.http.CDN-Cache-Control;
	# Browsers count their seconds from now.
	unset resp.http.Age;
}
