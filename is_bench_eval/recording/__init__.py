"""What is kept of runs: bags, results, footage, manifests."""
